// property: valid-memsafety
// verdict: FALSE(valid-free)
// execution: not-executed
// An input may be any pointer, so it must not be freed.
extern void *__VERIFIER_nondet_pointer(void);
extern void free(void *);

int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    if (p) free(p);
    return 0;
}
