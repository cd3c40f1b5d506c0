// The smaller and the larger; a NaN is ignored.
double fmin(double, double);
double fmax(double, double);
float fminf(float, float);
double fdim(double, double);

int main(void) {
    double nan = __builtin_nan("");
    if (fmin(1, 2) != 1 || fmax(1, 2) != 2 || fmin(-1, 1) != -1) return 1;
    if (fmin(nan, 3) != 3 || fmax(3, nan) != 3) return 2;
    double both = fmin(nan, nan);
    if (both == both) return 3;
    if (fminf(2.5f, 1.5f) != 1.5f) return 4;
    if (fdim(5, 3) != 2 || fdim(3, 5) != 0) return 5;
    return 0;
}
