// property: valid-memsafety
// verdict: TRUE
// A pointer that is cleared may be freed again.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);

int main(void) {
    char *p = malloc(3);
    free(p);
    p = 0;
    free(p);
    return 0;
}
