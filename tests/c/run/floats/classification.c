// What kind of number it is.
int isnan(double);
int isinf(double);

int main(void) {
    double nan = __builtin_nan(""), inf = __builtin_inf();
    if (!__builtin_isnan(nan) || __builtin_isnan(inf) || __builtin_isnan(1.0)) return 1;
    if (!__builtin_isinf(inf) || __builtin_isinf(nan) || __builtin_isinf(1.0)) return 2;
    if (!__builtin_isfinite(1.0) || __builtin_isfinite(inf) || __builtin_isfinite(nan)) return 3;
    if (!__builtin_isnormal(1.0) || __builtin_isnormal(0.0) || __builtin_isnormal(0x1p-1074)) return 4;
    if (__builtin_isinf_sign(-inf) != -1 || __builtin_isinf_sign(inf) != 1 || __builtin_isinf_sign(2.0)) return 5;
    if (!isnan(nan) || isnan(0.0) || !isinf(-inf)) return 6;
    return 0;
}
