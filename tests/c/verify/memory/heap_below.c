// property: valid-memsafety
// verdict: FALSE(valid-deref)
// One element before a heap block.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);

int main(void) {
    int *p = malloc(2 * sizeof(int));
    if (!p) return 0;
    p[-1] = 0;
    free(p);
    return 0;
}
