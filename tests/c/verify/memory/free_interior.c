// property: valid-memsafety
// verdict: FALSE(valid-free)
// A pointer into the middle of a block is freed.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);

int main(void) {
    int *p = malloc(4 * sizeof(int));
    if (!p) return 0;
    p++;
    free(p);
    return 0;
}
