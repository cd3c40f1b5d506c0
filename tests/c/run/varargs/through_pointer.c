// A variadic function through a pointer; two readings of the same arguments.
typedef __builtin_va_list va_list;
int largest(int count, ...) {
    va_list ap;
    int best = -1;
    __builtin_va_start(ap, count);
    while (count-- > 0) {
        int x = __builtin_va_arg(ap, int);
        if (x > best) best = x;
    }
    __builtin_va_end(ap);
    __builtin_va_start(ap, count);
    best = best * 10 + __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return best;
}

int main(void) {
    int (*f)(int, ...) = largest;
    if (f(3, 4, 9, 2) != 94) return 1;
    return 0;
}
