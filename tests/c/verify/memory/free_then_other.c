// property: valid-memsafety
// verdict: TRUE
// After a block was freed, another one is used.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);

int main(void) {
    int *p = malloc(sizeof(int));
    if (!p) return 0;
    free(p);
    p = malloc(sizeof(int));
    if (!p) return 0;
    *p = 1;
    free(p);
    return 0;
}
