// property: valid-memsafety
// verdict: TRUE
// A table of functions that is checked before the call.
extern int __VERIFIER_nondet_int(void);
int one(void) { return 1; }
int (*table[2])(void) = {one};

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 1) return 0;
    if (table[i]) return table[i]() - 1;
    return 0;
}
