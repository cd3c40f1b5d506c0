// Square roots are rounded correctly.
double sqrt(double);
float sqrtf(float);

int main(void) {
    double two = 2.0, four = 4.0;
    if (sqrt(four) != 2.0 || sqrt(two) != 1.4142135623730951) return 1;
    if (sqrtf(2.0f) != 1.41421354f) return 2;
    double minus = sqrt(-four);
    if (minus == minus) return 3;
    if (sqrt(0.0) != 0 || !__builtin_signbit(sqrt(-0.0))) return 4;
    if (sqrt(__builtin_inf()) != __builtin_inf()) return 5;
    return 0;
}
