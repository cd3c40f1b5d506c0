// property: unreach-call
// verdict: TRUE
// Cleared memory is zero.
typedef __typeof__(sizeof 0) size_t;
extern void *calloc(size_t, size_t);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int *p = calloc(5, sizeof(int));
    if (!p) return 0;
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4) return 0;
    if (p[i] != 0) reach_error();
    p[i] = 3;
    if (p[(i + 1) % 5] != 0) reach_error();
    return 0;
}
