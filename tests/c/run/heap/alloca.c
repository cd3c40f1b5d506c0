// Memory from alloca lives as long as the function.
typedef __typeof__(sizeof 0) size_t;
void *alloca(size_t size);
int sum(int n) {
    int *a = alloca(n * sizeof(int));
    char *b = __builtin_alloca(n);
    int total = 0;
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = (char)(2 * i);
    }
    for (int i = 0; i < n; i++) total += a[i] + b[i];
    return total;
}

int main(void) {
    if (sum(5) != 30) return 1;
    if (sum(7) != 63) return 2;
    return 0;
}
