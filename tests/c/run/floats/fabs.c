// Absolute values, which only touch the sign.
double fabs(double);
float fabsf(float);

int main(void) {
    if (fabs(-2.5) != 2.5 || fabs(2.5) != 2.5) return 1;
    if (__builtin_signbit(fabs(-0.0))) return 2;
    if (fabsf(-1.5f) != 1.5f) return 3;
    if (fabs(-__builtin_inf()) != __builtin_inf()) return 4;
    if (fabs(__builtin_nan("")) == 0) return 5;
    if (__builtin_fabs(-3.0) != 3.0) return 6;
    return 0;
}
