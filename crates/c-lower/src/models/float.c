/* Functions of math.h that take numbers apart. Doubling and halving between 1/2 and 1 are exact, and so is a product with
   a power of two of which only the last one may be too small or too large. */

/* What the text says is in bits that nobody compares. */
double nan(const char *text)
{
    return __builtin_nan("");
}

float nanf(const char *text)
{
    return __builtin_nanf("");
}

long double nanl(const char *text)
{
    return __builtin_nanl("");
}

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

/* Two to a power from 0 to 127. */
static float power_of_two_f(int rest)
{
    float power = 1;
    if (rest & 1)
        power = power * 0x1p1f;
    if (rest & 2)
        power = power * 0x1p2f;
    if (rest & 4)
        power = power * 0x1p4f;
    if (rest & 8)
        power = power * 0x1p8f;
    if (rest & 16)
        power = power * 0x1p16f;
    if (rest & 32)
        power = power * 0x1p32f;
    if (rest & 64)
        power = power * 0x1p64f;
    return power;
}

/* Two to a power from 0 to 1023. */
static double power_of_two(int rest)
{
    double power = 1;
    if (rest & 1)
        power = power * 0x1p1;
    if (rest & 2)
        power = power * 0x1p2;
    if (rest & 4)
        power = power * 0x1p4;
    if (rest & 8)
        power = power * 0x1p8;
    if (rest & 16)
        power = power * 0x1p16;
    if (rest & 32)
        power = power * 0x1p32;
    if (rest & 64)
        power = power * 0x1p64;
    if (rest & 128)
        power = power * 0x1p128;
    if (rest & 256)
        power = power * 0x1p256;
    if (rest & 512)
        power = power * 0x1p512;
    return power;
}

/* Two to a power from 0 to 16383. */
static long double power_of_two_l(int rest)
{
    long double power = 1;
    if (rest & 1)
        power = power * 0x1p1L;
    if (rest & 2)
        power = power * 0x1p2L;
    if (rest & 4)
        power = power * 0x1p4L;
    if (rest & 8)
        power = power * 0x1p8L;
    if (rest & 16)
        power = power * 0x1p16L;
    if (rest & 32)
        power = power * 0x1p32L;
    if (rest & 64)
        power = power * 0x1p64L;
    if (rest & 128)
        power = power * 0x1p128L;
    if (rest & 256)
        power = power * 0x1p256L;
    if (rest & 512)
        power = power * 0x1p512L;
    if (rest & 1024)
        power = power * 0x1p1024L;
    if (rest & 2048)
        power = power * 0x1p2048L;
    if (rest & 4096)
        power = power * 0x1p4096L;
    if (rest & 8192)
        power = power * 0x1p8192L;
    return power;
}

double scalbn(double x, int n)
{
    /* Far enough to make any number infinite or zero. */
    if (n > 4092)
        n = 4092;
    if (n < -4092)
        n = -4092;
    while (n > 1023) {
        x = x * 0x1p1023;
        n = n - 1023;
    }
    /* The last factor is small, so that a subnormal number was exact before. */
    while (n < -1022) {
        x = x * 0x1p-969;
        n = n + 969;
    }
    if (n >= 0)
        return x * power_of_two(n);
    return x * (1 / power_of_two(-n));
}

double ldexp(double x, int n)
{
    return scalbn(x, n);
}

double scalbln(double x, long n)
{
    if (n > 4092)
        n = 4092;
    if (n < -4092)
        n = -4092;
    return scalbn(x, (int)n);
}

int ilogb(double x)
{
    int exponent;
    if (x == 0 || __builtin_isnan(x))
        return -2147483647 - 1;
    if (__builtin_isinf(x))
        return 2147483647;
    frexp(x, &exponent);
    return exponent - 1;
}

double logb(double x)
{
    if (x == 0)
        return -__builtin_inf();
    if (!__builtin_isfinite(x))
        return x * x;
    return ilogb(x);
}

double significand(double x)
{
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    return scalbn(x, -ilogb(x));
}

float scalbnf(float x, int n)
{
    /* Far enough to make any number infinite or zero. */
    if (n > 508)
        n = 508;
    if (n < -508)
        n = -508;
    while (n > 127) {
        x = x * 0x1p127f;
        n = n - 127;
    }
    /* The last factor is small, so that a subnormal number was exact before. */
    while (n < -126) {
        x = x * 0x1p-102f;
        n = n + 102;
    }
    if (n >= 0)
        return x * power_of_two_f(n);
    return x * (1 / power_of_two_f(-n));
}

float ldexpf(float x, int n)
{
    return scalbnf(x, n);
}

float scalblnf(float x, long n)
{
    if (n > 508)
        n = 508;
    if (n < -508)
        n = -508;
    return scalbnf(x, (int)n);
}

int ilogbf(float x)
{
    int exponent;
    if (x == 0 || __builtin_isnan(x))
        return -2147483647 - 1;
    if (__builtin_isinf(x))
        return 2147483647;
    frexpf(x, &exponent);
    return exponent - 1;
}

float logbf(float x)
{
    if (x == 0)
        return -__builtin_inff();
    if (!__builtin_isfinite(x))
        return x * x;
    return ilogbf(x);
}

float significandf(float x)
{
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    return scalbnf(x, -ilogbf(x));
}

long double scalbnl(long double x, int n)
{
    /* Far enough to make any number infinite or zero. */
    if (n > 65532)
        n = 65532;
    if (n < -65532)
        n = -65532;
    while (n > 16383) {
        x = x * 0x1p16383L;
        n = n - 16383;
    }
    /* The last factor is small, so that a subnormal number was exact before. */
    while (n < -16382) {
        x = x * 0x1p-16318L;
        n = n + 16318;
    }
    if (n >= 0)
        return x * power_of_two_l(n);
    return x * (1 / power_of_two_l(-n));
}

long double ldexpl(long double x, int n)
{
    return scalbnl(x, n);
}

long double scalblnl(long double x, long n)
{
    if (n > 65532)
        n = 65532;
    if (n < -65532)
        n = -65532;
    return scalbnl(x, (int)n);
}

int ilogbl(long double x)
{
    int exponent;
    if (x == 0 || __builtin_isnan(x))
        return -2147483647 - 1;
    if (__builtin_isinf(x))
        return 2147483647;
    frexpl(x, &exponent);
    return exponent - 1;
}

long double logbl(long double x)
{
    if (x == 0)
        return -__builtin_infl();
    if (!__builtin_isfinite(x))
        return x * x;
    return ilogbl(x);
}

long double significandl(long double x)
{
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    return scalbnl(x, -ilogbl(x));
}

/* The bits of a number, without its sign, are in the order of magnitudes. */
double nextafter(double x, double y)
{
    union {
        double number;
        unsigned long long bits;
    } value;
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + y;
    if (x == y)
        return y;
    value.number = x;
    if (x == 0)
        value.bits = y < 0 ? 0x8000000000000000ULL + 1 : 1;
    else if ((x < y) == (x > 0))
        value.bits = value.bits + 1;
    else
        value.bits = value.bits - 1;
    return value.number;
}

/* The bits of a number, without its sign, are in the order of magnitudes. */
float nextafterf(float x, float y)
{
    union {
        float number;
        unsigned bits;
    } value;
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + y;
    if (x == y)
        return y;
    value.number = x;
    if (x == 0)
        value.bits = y < 0 ? 0x80000000U + 1 : 1;
    else if ((x < y) == (x > 0))
        value.bits = value.bits + 1;
    else
        value.bits = value.bits - 1;
    return value.number;
}

double nexttoward(double x, long double y)
{
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + (double)y;
    if (x == y)
        return (double)y;
    return nextafter(x, x < y ? __builtin_inf() : -__builtin_inf());
}

float nexttowardf(float x, long double y)
{
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + (float)y;
    if (x == y)
        return (float)y;
    return nextafterf(x, x < y ? __builtin_inff() : -__builtin_inff());
}

/* To the nearest: no other mode is modelled. */
int fegetround(void)
{
    return 0;
}
