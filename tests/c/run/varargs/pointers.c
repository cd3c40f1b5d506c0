// Pointers and strings as variable arguments.
typedef __builtin_va_list va_list;
int lengths(const char *first, ...) {
    va_list ap;
    int total = 0;
    __builtin_va_start(ap, first);
    for (const char *s = first; s; s = __builtin_va_arg(ap, const char *))
        while (*s++) total++;
    __builtin_va_end(ap);
    return total;
}
void set(int count, ...) {
    va_list ap;
    __builtin_va_start(ap, count);
    while (count--) *__builtin_va_arg(ap, int *) = count;
    __builtin_va_end(ap);
}

int main(void) {
    if (lengths("ab", "cde", "", "f", (char *)0) != 6) return 1;
    int x = 9, y = 9;
    set(2, &x, &y);
    if (x != 1 || y != 0) return 2;
    return 0;
}
