// The remainder of the truncated quotient, which is exact.
double fmod(double, double);
float fmodf(float, float);

int main(void) {
    if (fmod(5.5, 2) != 1.5 || fmod(-5.5, 2) != -1.5 || fmod(5.5, -2) != 1.5) return 1;
    if (fmod(6, 3) != 0 || !__builtin_signbit(fmod(-6, 3))) return 2;
    if (fmod(1, __builtin_inf()) != 1) return 3;
    double undefined = fmod(1, 0.0);
    if (undefined == undefined) return 4;
    if (fmodf(7.25f, 0.5f) != 0.25f) return 5;
    if (fmod(0.3, 0.1) != 0.09999999999999998) return 6;
    return 0;
}
