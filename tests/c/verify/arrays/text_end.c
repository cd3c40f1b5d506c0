// property: valid-memsafety
// verdict: TRUE
// The length of a text: the loop ends at the end of the memory, at the latest.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 1000) return 0;
    char *text = malloc(size);
    if (!text) return 0;
    text[size - 1] = 0;
    int length = 0;
    while (text[length]) length++;
    free(text);
    return length > 3;
}
