// property: valid-memsafety
// verdict: TRUE
// A block of a size that is an input, used up to its end.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) return 0;
    int *p = malloc(n * sizeof(int));
    if (!p) return 0;
    p[0] = 1;
    p[n - 1] = 2;
    free(p);
    return 0;
}
