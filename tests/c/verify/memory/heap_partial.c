// property: valid-memsafety
// verdict: FALSE(valid-deref)
// The block ends in the middle of the second int.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);

int main(void) {
    int *p = malloc(6);
    if (!p) return 0;
    p[0] = 1;
    p[1] = 2;
    free(p);
    return 0;
}
