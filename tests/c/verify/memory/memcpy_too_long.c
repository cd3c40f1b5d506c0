// property: valid-memsafety
// verdict: FALSE(valid-deref)
// memcpy reads behind the end of its source.
typedef __typeof__(sizeof 0) size_t;
extern void *memcpy(void *, const void *, size_t);
extern void *malloc(size_t);
extern void free(void *);

int main(void) {
    char *from = malloc(3), to[8];
    if (!from) return 0;
    for (int i = 0; i < 3; i++) from[i] = 'x';
    memcpy(to, from, 4);
    free(from);
    return 0;
}
