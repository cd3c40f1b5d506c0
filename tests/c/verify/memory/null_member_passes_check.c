// property: valid-memsafety
// verdict: FALSE(valid-deref)
// The address of a member of NULL is not NULL, so that a check of it finds nothing.
extern int __VERIFIER_nondet_int(void);

struct pair { int first, second; } pair;

int main(void) {
    struct pair *p = __VERIFIER_nondet_int() ? &pair : 0;
    int *second = &p->second;
    if (second) *second = 1;
    return 0;
}
