// nextafter and nexttoward give the neighbours of a number.
double nextafter(double, double);
float nextafterf(float, float);
double nexttoward(double, long double);

int main(void) {
    if (nextafter(1.0, 2.0) != 0x1.0000000000001p0 || nextafter(1.0, 0.0) != 0x1.fffffffffffffp-1) return 1;
    if (nextafter(0.0, 1.0) != 0x1p-1074 || nextafter(0.0, -1.0) != -0x1p-1074) return 2;
    if (nextafter(-1.0, 0.0) != -0x1.fffffffffffffp-1 || nextafter(-1.0, -2.0) != -0x1.0000000000001p0) return 3;
    if (nextafter(0x1.fffffffffffffp1023, __builtin_inf()) != __builtin_inf()) return 4;
    if (nextafter(0x1p-1074, 0.0) != 0.0 || !__builtin_signbit(nextafter(0.0, -0.0))) return 5;
    if (!__builtin_isnan(nextafter(__builtin_nan(""), 1.0)) || nextafter(3.0, 3.0) != 3.0) return 6;
    if (nextafterf(1.0f, 0.0f) != 0x1.fffffep-1f || nextafterf(1.0f, 2.0f) != 0x1.000002p0f) return 7;
    if (nexttoward(1.0, 1.0L + 0x1p-60L) != 0x1.0000000000001p0 || nexttoward(1.0, 1.0L) != 1.0) return 8;
    return 0;
}
