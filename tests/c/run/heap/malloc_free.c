// Memory from malloc can be written and read until it is freed.
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t size);
void free(void *block);

int main(void) {
    int *p = malloc(4 * sizeof *p);
    if (!p) return 0;
    for (int i = 0; i < 4; i++) p[i] = i + 1;
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += p[i];
    free(p);
    if (sum != 10) return 1;
    free(0);
    return 0;
}
