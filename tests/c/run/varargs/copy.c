// va_copy remembers a position.
typedef __builtin_va_list va_list;
int twice(int count, ...) {
    va_list ap, again;
    int sum = 0;
    __builtin_va_start(ap, count);
    sum += __builtin_va_arg(ap, int);
    __builtin_va_copy(again, ap);
    for (int i = 1; i < count; i++) sum += __builtin_va_arg(ap, int);
    for (int i = 1; i < count; i++) sum += 100 * __builtin_va_arg(again, int);
    __builtin_va_end(again);
    __builtin_va_end(ap);
    return sum;
}

int main(void) {
    if (twice(3, 1, 2, 3) != 506) return 1;
    return 0;
}
