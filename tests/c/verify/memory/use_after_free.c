// property: valid-memsafety
// verdict: FALSE(valid-deref)
// A block is read after it was freed.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);

int main(void) {
    int *p = malloc(sizeof(int));
    if (!p) return 0;
    *p = 1;
    free(p);
    return *p;
}
