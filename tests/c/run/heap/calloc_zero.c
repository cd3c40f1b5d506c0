// Memory from calloc is zero.
typedef __typeof__(sizeof 0) size_t;
void *calloc(size_t count, size_t size);
void free(void *block);
struct s { int a; double d; void *p; };

int main(void) {
    struct s *p = calloc(3, sizeof *p);
    if (!p) return 0;
    int result = 0;
    for (int i = 0; i < 3; i++)
        if (p[i].a || p[i].d != 0 || p[i].p) result = 1;
    unsigned char *bytes = (unsigned char *)p;
    if (bytes[0] || bytes[3 * sizeof *p - 1]) result = 2;
    free(p);
    return result;
}
