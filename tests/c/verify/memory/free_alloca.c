// property: valid-memsafety
// verdict: FALSE(valid-free)
// Memory of alloca must not be freed.
typedef __typeof__(sizeof 0) size_t;
extern void *alloca(size_t);
extern void free(void *);

int main(void) {
    int *p = alloca(sizeof(int));
    *p = 1;
    free(p);
    return 0;
}
