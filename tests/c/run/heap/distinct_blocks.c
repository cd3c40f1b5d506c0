// Two blocks do not overlap.
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t size);
void free(void *block);

int main(void) {
    char *a = malloc(3), *b = malloc(3);
    if (!a || !b) {
        free(a);
        free(b);
        return 0;
    }
    int result = 0;
    if (a == b) result = 1;
    for (int i = 0; i < 3; i++) {
        a[i] = 'a';
        b[i] = 'b';
    }
    if (a[0] != 'a' || a[2] != 'a' || b[0] != 'b') result = 2;
    free(b);
    free(a);
    return result;
}
