// realloc keeps the old content up to the smaller size.
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t size);
void *realloc(void *block, size_t size);
void free(void *block);

int main(void) {
    int *p = malloc(2 * sizeof(int));
    if (!p) return 0;
    p[0] = 11;
    p[1] = 22;
    int *q = realloc(p, 4 * sizeof(int));
    if (!q) {
        free(p);
        return 0;
    }
    q[3] = 44;
    int result = 0;
    if (q[0] != 11 || q[1] != 22 || q[3] != 44) result = 1;
    p = realloc(q, sizeof(int));
    if (!p) {
        free(q);
        return result;
    }
    if (p[0] != 11) result = 2;
    free(p);
    p = realloc(0, sizeof(int));
    if (!p) return result;
    *p = 5;
    free(p);
    return result;
}
