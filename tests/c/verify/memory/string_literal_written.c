// property: valid-memsafety
// verdict: FALSE(valid-deref)
// String literals are in memory that cannot be written.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *text = "abc";
    if (__VERIFIER_nondet_int())
        text[1] = 'x';
    return 0;
}
