// property: valid-memsafety
// verdict: FALSE(valid-free)
// inputs: 0
// Two names of one block are both freed.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *p = malloc(3), *q = __VERIFIER_nondet_int() ? malloc(3) : p;
    free(p);
    free(q);
    return 0;
}
