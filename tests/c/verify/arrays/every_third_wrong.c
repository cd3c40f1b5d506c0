// property: unreach-call
// verdict: FALSE(unreach-call)
// The element beside it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int from[9], to[3];
    int i, j = 0;
    for (i = 0; i < 9; i++) from[i] = __VERIFIER_nondet_int();
    for (i = 2; i < 9; i += 3) {
        to[j] = from[i];
        j++;
    }
    for (i = 2, j = 0; i < 9; i += 3, j++)
        if (to[j] != from[3 * j + 1]) reach_error();
    return 0;
}
