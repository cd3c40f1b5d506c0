// Extended precision: 64 bits of mantissa.
int main(void) {
    long double a = 1.5L, b = 0.25L;
    if (a + b != 1.75L || a * b != 0.375L) return 1;
    if ((double)(a / b) != 6.0) return 2;
    if ((int)a != 1) return 3;
    if (a > 2 || !(b < a)) return 4;
    long double x = 1.0L + 0x1p-60L;
    if (x == 1.0L) return 5;
    if ((double)x != 1.0) return 6;
    if (1.0L + 0x1p-64L != 1.0L) return 7;
    long double big = 9223372036854775807ll;
    if (big - 1 == big || (long long)big != 9223372036854775807ll) return 8;
    return 0;
}
