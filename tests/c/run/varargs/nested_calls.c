// Calls with variable arguments while the arguments of another call are read.
typedef __builtin_va_list va_list;
int sum(int count, ...) {
    va_list ap;
    int r = 0;
    __builtin_va_start(ap, count);
    while (count-- > 0) r += __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return r;
}
int twice(int count, ...) {
    va_list ap;
    int r = 0;
    __builtin_va_start(ap, count);
    while (count-- > 0) {
        r += sum(2, __builtin_va_arg(ap, int), sum(1, 100));
        r += count == 0 ? 0 : twice(1, 1000);
    }
    __builtin_va_end(ap);
    return r;
}

int main(void) {
    if (sum(3, sum(2, 1, 2), sum(0), sum(1, 4)) != 7) return 1;
    if (twice(2, 1, 2) != 1 + 100 + 1000 + 100 + 2 + 100) return 2;
    return 0;
}
