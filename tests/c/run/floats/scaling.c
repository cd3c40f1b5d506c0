// ldexp, scalbn and scalbln round once, also where numbers are subnormal or too large.
double ldexp(double, int);
double scalbn(double, int);
double scalbln(double, long);
float ldexpf(float, int);
float scalbnf(float, int);
long double ldexpl(long double, int);

int main(void) {
    if (ldexp(1.5, 3) != 12.0 || ldexp(-3.0, -2) != -0.75) return 1;
    if (ldexp(1.0, 1024) != __builtin_inf() || ldexp(-1.0, 5000) != -__builtin_inf()) return 2;
    if (ldexp(1.0, -1074) != 0x1p-1074 || ldexp(1.0, -1075) != 0.0) return 3;
    if (ldexp(3.0, -1075) != 0x1p-1073 || ldexp(0x1.fffffffffffffp0, -1023) != 0x1p-1022) return 4;
    if (ldexp(0x1p-1074, 2097) != 0x1p1023 || ldexp(0x1p1023, -2097) != 0x1p-1074) return 5;
    if (scalbn(0x1.8p-1000, -74) != 0x1p-1073 || scalbln(1.0, 100000) != __builtin_inf()) return 6;
    if (ldexpf(1.0f, 127) != 0x1p127f || ldexpf(1.0f, 128) != __builtin_inff()) return 7;
    if (scalbnf(0x1.8p0f, -149) != 0x1p-148f || scalbnf(0x1p-149f, 276) != 0x1p127f) return 8;
    if (ldexpl(1.0L, 16000) != 0x1p16000L || ldexpl(3.0L, -16446) != 0x1p-16444L) return 9;
    if (!__builtin_isnan(ldexp(__builtin_nan(""), 3)) || !__builtin_signbit(ldexp(-0.0, 5))) return 10;
    return 0;
}
