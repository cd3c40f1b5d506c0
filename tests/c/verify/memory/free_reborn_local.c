// property: valid-memsafety
// verdict: FALSE(valid-free)
// A local object that has a number of its own in each call is no allocation.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

int *kept;

void use(int is_large) {
    int local = 1;
    kept = is_large ? malloc(sizeof(int)) : &local;
    *kept = 2;
    free(kept);
}

int main(void) {
    use(1);
    use(__VERIFIER_nondet_int());
    return 0;
}
