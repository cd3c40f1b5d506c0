// A matrix of rows that are allocated one by one.
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t size);
void free(void *block);
void exit(int);
void *get(size_t n) {
    void *p = malloc(n);
    if (!p) exit(0);
    return p;
}

int main(void) {
    int **m = get(3 * sizeof *m);
    for (int i = 0; i < 3; i++) {
        m[i] = get((i + 1) * sizeof **m);
        for (int j = 0; j <= i; j++) m[i][j] = i * 10 + j;
    }
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j <= i; j++) sum += m[i][j];
        free(m[i]);
    }
    free(m);
    return sum == 84 ? 0 : 1;
}
