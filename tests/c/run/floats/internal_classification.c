// The functions that math.h calls for its macros.
int __isnan(double);
int __isnanf(float);
int __isinf(double);
int __isinff(float);
int __finite(double);
int __signbit(double);
int __signbitf(float);
int __fpclassify(double);
int __fpclassifyf(float);

int main(void) {
    double nan = __builtin_nan(""), inf = __builtin_inf();
    if (!__isnan(nan) || __isnan(inf) || !__isnanf(__builtin_nanf(""))) return 1;
    if (__isinf(inf) != 1 || __isinf(-inf) != -1 || __isinf(nan) || __isinff(1.0f)) return 2;
    if (!__finite(1.0) || __finite(inf)) return 3;
    if (!__signbit(-0.0) || __signbit(0.0) || !__signbitf(-1.0f)) return 4;
    if (__fpclassify(nan) != 0 || __fpclassify(inf) != 1 || __fpclassify(0.0) != 2) return 5;
    if (__fpclassify(0x1p-1060) != 3 || __fpclassify(7.0) != 4 || __fpclassifyf(0x1p-140f) != 3) return 6;
    return 0;
}
