// data-model: ILP32
// A list of strings that ends with 0, which is as large as a pointer.
typedef __builtin_va_list va_list;
int letters(const char *first, ...) {
    va_list ap;
    int r = 0;
    __builtin_va_start(ap, first);
    for (const char *s = first; s != 0; s = __builtin_va_arg(ap, const char *))
        for (; *s; s++) r++;
    __builtin_va_end(ap);
    return r;
}

int main(void) {
    if (letters("ab", "", "cde", 0) != 5) return 1;
    if (letters(0) != 0) return 2;
    return 0;
}
