// property: unreach-call
// verdict: UNKNOWN
// execution: not-executed
// The end of one object may be the start of another.
extern void reach_error(void);
int first, second;
int main(void) {
    if ((unsigned long)(&first + 1) == (unsigned long)&second) reach_error();
    return 0;
}
