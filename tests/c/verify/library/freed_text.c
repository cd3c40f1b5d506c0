// property: valid-memsafety
// verdict: FALSE(valid-deref)
// puts reads memory that is not alive.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);
extern int puts(const char *);

int main(void) {
    char *text = malloc(1);
    *text = 0;
    free(text);
    puts(text);
    return 0;
}
