// property: unreach-call
// verdict: FALSE(unreach-call)
// An unsigned byte that is counted up returns to zero.
extern void reach_error(void);

int main(void) {
    unsigned char c = 250;
    while (c != 0) c++;
    reach_error();
    return 0;
}
