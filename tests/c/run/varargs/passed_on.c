// A va_list handed to another function, which moves it.
typedef __builtin_va_list va_list;
int first_two(va_list ap) {
    int a = __builtin_va_arg(ap, int);
    return a * 10 + __builtin_va_arg(ap, int);
}
int digits(int count, ...) {
    va_list ap;
    __builtin_va_start(ap, count);
    int r = first_two(ap);
    __builtin_va_end(ap);
    return r;
}

int main(void) {
    if (digits(2, 4, 2) != 42) return 1;
    return 0;
}
