// The place of a `va_list` is evaluated once, also by `va_end`.
typedef __builtin_va_list va_list;
int calls;
va_list *count(va_list *list) {
    calls++;
    return list;
}
int pair(int n, ...) {
    va_list a, b;
    __builtin_va_start(*count(&a), n);
    int first = __builtin_va_arg(*count(&a), int);
    __builtin_va_copy(*count(&b), *count(&a));
    int second = __builtin_va_arg(b, int);
    __builtin_va_end(*count(&b));
    __builtin_va_end(*count(&a));
    return first * 10 + second;
}
int rows(int n, ...) {
    va_list list;
    __builtin_va_start(list, n);
    int length = 3;
    int(*p)[length] = __builtin_va_arg(list, int(*)[length++]);
    __builtin_va_end(list);
    return (int)(sizeof(*p) / sizeof(int)) * 10 + length;
}

int main(void) {
    if (pair(2, 5, 6) != 56) return 1;
    if (calls != 6) return 2;
    int buffer[3];
    if (rows(1, (void *)buffer) != 34) return 3;
    return 0;
}
