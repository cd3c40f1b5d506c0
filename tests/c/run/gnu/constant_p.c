// __builtin_constant_p of literals, and __builtin_choose_expr.
int main(void) {
    int x = 4;
    if (__builtin_constant_p(5) != 1) return 1;
    if (__builtin_choose_expr(1, 10, "no") != 10) return 2;
    if (sizeof(__builtin_choose_expr(0, 1, (char)2)) != 1) return 3;
    if (__builtin_types_compatible_p(int, signed) != 1) return 4;
    if (__builtin_types_compatible_p(int, unsigned)) return 5;
    if (__builtin_types_compatible_p(typeof(x), const int) != 1) return 6;
    if (__builtin_types_compatible_p(char, signed char)) return 7;
    return 0;
}
