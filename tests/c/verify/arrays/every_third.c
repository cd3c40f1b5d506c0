// property: unreach-call
// verdict: TRUE
// Two counters at different speeds: their balance says where an element came from.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int from[9000], to[3000];
    int i, j = 0;
    for (i = 0; i < 9000; i++) from[i] = __VERIFIER_nondet_int();
    for (i = 2; i < 9000; i += 3) {
        to[j] = from[i];
        j++;
    }
    for (i = 2, j = 0; i < 9000; i += 3, j++)
        if (to[j] != from[3 * j + 2]) reach_error();
    return 0;
}
