// property: valid-memsafety
// verdict: TRUE
// A loop over a heap block.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int n = __VERIFIER_nondet_uchar();
    if (n == 0) return 0;
    char *p = malloc(n);
    if (!p) return 0;
    for (int i = 0; i < n; i++) p[i] = 0;
    free(p);
    return 0;
}
