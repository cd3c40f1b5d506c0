// property: valid-memsafety
// verdict: FALSE(valid-deref)
// One byte behind a heap block.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);

int main(void) {
    char *p = malloc(5);
    if (!p) return 0;
    p[5] = 0;
    free(p);
    return 0;
}
