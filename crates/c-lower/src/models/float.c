/* Functions of math.h that return a second result through a pointer. Doubling and halving between 1/2 and 1 are exact. */

double modf(double x, double *whole)
{
    double part = __builtin_trunc(x);
    *whole = part;
    if (__builtin_isinf(x))
        return __builtin_copysign(0.0, x);
    return __builtin_copysign(x - part, x);
}

float modff(float x, float *whole)
{
    float part = __builtin_truncf(x);
    *whole = part;
    if (__builtin_isinf(x))
        return __builtin_copysignf(0.0f, x);
    return __builtin_copysignf(x - part, x);
}

long double modfl(long double x, long double *whole)
{
    long double part = __builtin_truncl(x);
    *whole = part;
    if (__builtin_isinf(x))
        return __builtin_copysignl(0.0L, x);
    return __builtin_copysignl(x - part, x);
}

double frexp(double x, int *exponent)
{
    *exponent = 0;
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    while (__builtin_fabs(x) >= 1.0) {
        x = x / 2;
        *exponent = *exponent + 1;
    }
    while (__builtin_fabs(x) < 0.5) {
        x = x * 2;
        *exponent = *exponent - 1;
    }
    return x;
}

float frexpf(float x, int *exponent)
{
    return (float)frexp(x, exponent);
}

long double frexpl(long double x, int *exponent)
{
    *exponent = 0;
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    while (__builtin_fabsl(x) >= 1.0L) {
        x = x / 2;
        *exponent = *exponent + 1;
    }
    while (__builtin_fabsl(x) < 0.5L) {
        x = x * 2;
        *exponent = *exponent - 1;
    }
    return x;
}
