// logb, ilogb and significand take numbers apart, also subnormal ones.
double logb(double);
float logbf(float);
int ilogb(double);
int ilogbl(long double);
double significand(double);

int main(void) {
    if (logb(10.0) != 3.0 || logb(0.3) != -2.0 || logbf(0.25f) != -2.0f) return 1;
    if (ilogb(-8.0) != 3 || ilogb(0x1p-1074) != -1074 || ilogbl(0x1.8p9000L) != 9000) return 2;
    if (ilogb(0.0) != -2147483647 - 1 || ilogb(__builtin_inf()) != 2147483647) return 3;
    if (logb(0.0) != -__builtin_inf() || logb(-__builtin_inf()) != __builtin_inf()) return 4;
    if (significand(10.0) != 1.25 || significand(-0x1p-1074) != -1.0) return 5;
    return 0;
}
