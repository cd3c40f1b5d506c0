// property: valid-memsafety
// verdict: TRUE
// After realloc only the new pointer is used.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void *realloc(void *, size_t);
extern void free(void *);

int main(void) {
    int *p = malloc(sizeof(int));
    if (!p) return 0;
    *p = 1;
    int *q = realloc(p, 2 * sizeof(int));
    if (!q) {
        free(p);
        return 0;
    }
    q[1] = q[0];
    free(q);
    return 0;
}
