// Hints for the optimiser do not change values.
int main(void) {
    int x = 5;
    if (__builtin_expect(x == 5, 0) != 1) return 1;
    if (__builtin_expect(!!(x > 9), 1)) return 2;
    if (x != 5) __builtin_unreachable();
    if (__builtin_expect_with_probability(x, 3, 0.9) != 5) return 3;
    int *p = __builtin_assume_aligned(&x, 4);
    if (*p != 5) return 4;
    __builtin_prefetch(p);
    return 0;
}
