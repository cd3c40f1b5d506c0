// property: unreach-call
// verdict: TRUE
// Counts in range are exact, and a shift whose result is not used does not matter.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    unsigned any = 5u >> count;
    if (count >= 0 && count < 31) {
        int shifted = 1 << count;
        if (shifted <= 0 || (count == 3 && shifted != 8)) reach_error();
        any = count;
    }
    if (count == 7 && any != 7) reach_error();
    return 0;
}
