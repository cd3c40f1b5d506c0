// property: valid-memcleanup
// verdict: TRUE
// All blocks are freed in the end.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void free(void *);
int *keep;

int main(void) {
    keep = malloc(sizeof(int));
    int *p = calloc(2, sizeof(int));
    free(keep);
    free(p);
    return 0;
}
