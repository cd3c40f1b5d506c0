// property: valid-memsafety
// verdict: FALSE(valid-deref)
// A block that is too small for the struct.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);
struct s { int a, b, c; };

int main(void) {
    struct s *p = malloc(2 * sizeof(int));
    if (!p) return 0;
    p->a = 1;
    p->b = 2;
    p->c = 3;
    free(p);
    return 0;
}
