// property: unreach-call
// verdict: UNKNOWN
// A byte with the value 3 is no value of a `_Bool`: it need not be read as 1, nor as 3.
extern void reach_error(void);

union { _Bool truth; unsigned char byte; } both;

int main(void) {
    both.byte = 3;
    int seen = both.truth;
    if (seen != 1 && seen != 3) reach_error();
    return 0;
}
