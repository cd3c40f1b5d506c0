// property: valid-memsafety
// verdict: FALSE(valid-deref)
// What realloc returns for no bytes is up to the library; in glibc it is NULL.
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);

int main(void) {
    char *p = malloc(1);
    char *q = realloc(p, 0);
    if (q == 0) *q = 1;
    free(q);
    return 0;
}
