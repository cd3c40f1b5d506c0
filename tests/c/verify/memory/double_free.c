// property: valid-memsafety
// verdict: FALSE(valid-free)
// A block is freed twice.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);

int main(void) {
    char *p = malloc(3);
    if (!p) return 0;
    free(p);
    free(p);
    return 0;
}
