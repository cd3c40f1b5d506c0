// property: valid-memsafety
// verdict: TRUE
// A pointer that moved and came back may be freed.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);

int main(void) {
    int *p = malloc(4 * sizeof(int));
    if (!p) return 0;
    for (int i = 0; i < 4; i++) *p++ = i;
    p -= 4;
    free(p);
    return 0;
}
