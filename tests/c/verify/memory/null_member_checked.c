// property: valid-memsafety
// verdict: TRUE
// The address of a member is taken only if there is one.
extern int __VERIFIER_nondet_int(void);

struct pair { int first, second; } pair;

int main(void) {
    struct pair *p = __VERIFIER_nondet_int() ? &pair : 0;
    if (p) {
        int *second = &p->second;
        if (second) *second = 1;
    }
    return 0;
}
