// A callback with a context.
struct total { int sum, count; };
void add(int x, void *context) {
    struct total *t = context;
    t->sum += x;
    t->count++;
}
void keep_largest(int x, void *context) {
    int *largest = context;
    if (x > *largest) *largest = x;
}
void each(const int *a, int n, void (*visit)(int, void *), void *context) {
    for (int i = 0; i < n; i++) visit(a[i], context);
}

int main(void) {
    int a[5] = {3, 9, -2, 7, 1};
    struct total t = {0, 0};
    each(a, 5, add, &t);
    if (t.sum != 18 || t.count != 5) return 1;
    int largest = a[0];
    each(a, 5, keep_largest, &largest);
    if (largest != 9) return 2;
    return 0;
}
