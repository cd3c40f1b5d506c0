// The sign as a bit, also of zeros and infinities.
double copysign(double, double);

int main(void) {
    if (!__builtin_signbit(-1.0) || __builtin_signbit(1.0)) return 1;
    if (!__builtin_signbit(-0.0) || __builtin_signbit(0.0)) return 2;
    if (!__builtin_signbit(-__builtin_inf())) return 3;
    if (copysign(3, -0.0) != -3 || copysign(-3, 2) != 3) return 4;
    if (!__builtin_signbit(copysign(0.0, -1))) return 5;
    if (__builtin_copysignf(2.0f, -1.0f) != -2.0f) return 6;
    return 0;
}
