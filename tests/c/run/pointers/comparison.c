// Pointers into one object are ordered; null differs from every object.
int main(void) {
    int a[4];
    int *p = a, *q = a + 3;
    if (!(p < q) || p > q || p >= q || !(p <= q) || p == q) return 1;
    if (q != &a[3]) return 2;
    if (p == 0 || !p || 0 == q) return 3;
    int *null = 0;
    if (null || null != (void *)0) return 4;
    struct { int x, y; } s;
    if (!(&s.x < &s.y)) return 5;
    int b;
    if (&b == a) return 6;
    return 0;
}
