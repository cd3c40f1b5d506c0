// Comparisons that are quiet about NaN.
int main(void) {
    double nan = __builtin_nan("");
    if (__builtin_isgreater(nan, 1.0) || !__builtin_isgreater(2.0, 1.0)) return 1;
    if (__builtin_isless(nan, 1.0) || !__builtin_islessequal(1.0, 1.0)) return 2;
    if (!__builtin_isunordered(nan, 1.0) || __builtin_isunordered(1.0, 2.0)) return 3;
    if (!__builtin_islessgreater(1.0, 2.0) || __builtin_islessgreater(nan, 2.0)) return 4;
    if (!__builtin_isgreaterequal(1.0, 1.0)) return 5;
    return 0;
}
