// property: valid-memsafety
// verdict: FALSE(valid-free)
// Only what was allocated may be freed, not a buffer that is used for small sizes.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
    char buffer[8];
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 64)
        return 0;
    char *text = size > 8 ? malloc(size) : buffer;
    text[size - 1] = 0;
    free(text);
    return 0;
}
