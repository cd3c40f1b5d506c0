// property: unreach-call
// verdict: UNKNOWN
// How much is printed follows from the arguments; it is not modelled, so a violation that depends on it is no answer.
extern int printf(const char *, ...);
extern void reach_error(void);

int main(void) {
    if (printf("four") == 100) reach_error();
    return 0;
}
