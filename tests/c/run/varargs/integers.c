// Integers as variable arguments; small types arrive as int.
typedef __builtin_va_list va_list;
int sum(int count, ...) {
    va_list arguments;
    int total = 0;
    __builtin_va_start(arguments, count);
    for (int i = 0; i < count; i++) total += __builtin_va_arg(arguments, int);
    __builtin_va_end(arguments);
    return total;
}

int main(void) {
    if (sum(0) != 0) return 1;
    if (sum(3, 1, 2, 3) != 6) return 2;
    signed char c = -5;
    unsigned short s = 65535;
    if (sum(2, c, s) != 65530) return 3;
    if (sum(9, 1, 2, 3, 4, 5, 6, 7, 8, 9) != 45) return 4;
    return 0;
}
