// Records with pointers, bit-fields and doubles through variable arguments, between other arguments.
typedef __builtin_va_list va_list;
struct item {
    int *target;
    unsigned low : 3, high : 5;
    double weight;
};
double apply(int count, ...) {
    va_list ap;
    double r = 0;
    __builtin_va_start(ap, count);
    for (int i = 0; i < count; i++) {
        int factor = __builtin_va_arg(ap, int);
        struct item it = __builtin_va_arg(ap, struct item);
        *it.target += factor * it.high + it.low;
        r += it.weight;
    }
    __builtin_va_end(ap);
    return r;
}

int main(void) {
    int x = 0, y = 0;
    struct item a = {&x, 7, 20, 0.5}, b = {&y, 1, 2, 0.25};
    if (apply(2, 10, a, 100, b) != 0.75) return 1;
    if (x != 207 || y != 201) return 2;
    return 0;
}
