// property: valid-memsafety
// verdict: FALSE(valid-memtrack)
// The only pointer to a block is overwritten.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);

int main(void) {
    char *p = malloc(3);
    p = malloc(4);
    free(p);
    return 0;
}
