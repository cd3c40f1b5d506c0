// A product and a sum with one rounding.
double fma(double, double, double);
float fmaf(float, float, float);

int main(void) {
    if (fma(2, 3, 4) != 10) return 1;
    double x = 1 + 0x1p-30;
    if (fma(x, x, -(1 + 0x1p-29)) != 0x1p-60) return 2;
    volatile double product = x * x;
    if (product - (1 + 0x1p-29) != 0) return 3;
    float f = 1 + 0x1p-12f;
    if (fmaf(f, f, -(1 + 0x1p-11f)) != 0x1p-24f) return 4;
    return 0;
}
