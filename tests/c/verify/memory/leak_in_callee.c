// property: valid-memsafety
// verdict: FALSE(valid-memtrack)
// inputs: 3
// One path through the function forgets to free.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
int work(int n) {
    int *p = malloc(sizeof(int));
    if (!p) return 0;
    *p = n;
    if (*p == 3) return 1;
    free(p);
    return 0;
}

int main(void) {
    work(__VERIFIER_nondet_int());
    return 0;
}
