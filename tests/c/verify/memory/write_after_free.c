// property: valid-memsafety
// verdict: FALSE(valid-deref)
// inputs: 1
// A second name of a block outlives it.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof(int)), *q = p;
    if (!p) return 0;
    if (__VERIFIER_nondet_int()) free(p);
    else return free(q), 0;
    *q = 2;
    return 0;
}
