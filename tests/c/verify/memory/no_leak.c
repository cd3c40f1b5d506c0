// property: valid-memsafety
// verdict: TRUE
// Every path frees.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
int work(int n) {
    int *p = malloc(sizeof(int));
    int result = 0;
    if (!p) return 0;
    *p = n;
    if (*p == 3) result = 1;
    free(p);
    return result;
}

int main(void) {
    work(__VERIFIER_nondet_int());
    return 0;
}
