// Allocation with an alignment.
typedef __typeof__(sizeof 0) size_t;
void *aligned_alloc(size_t, size_t);
void *memalign(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
void *reallocarray(void *, size_t, size_t);
void free(void *);

int main(void) {
    int *a = aligned_alloc(16, 4 * sizeof(int)), *b = memalign(32, 32);
    if (a == 0 || b == 0) return 1;
    a[3] = 1;
    b[3] = 2;
    if (a[3] != 1) return 2;
    void *p = 0;
    if (posix_memalign(&p, 64, 10) != 0 || p == 0) return 3;
    ((char *)p)[9] = 'x';
    b = reallocarray(b, 20, sizeof(int));
    if (b[3] != 2) return 4;
    free(a);
    free(b);
    free(p);
    return 0;
}
