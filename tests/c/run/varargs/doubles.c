// Floats arrive as doubles, between integers.
typedef __builtin_va_list va_list;
double mixed(const char *kinds, ...) {
    va_list ap;
    double total = 0;
    __builtin_va_start(ap, kinds);
    for (; *kinds; kinds++)
        if (*kinds == 'd') total += __builtin_va_arg(ap, double);
        else total += __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return total;
}

int main(void) {
    if (mixed("did", 0.5, 3, 0.25f) != 3.75) return 1;
    if (mixed("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) != 55) return 2;
    return 0;
}
