// All comparisons, with conversions.
int main(void) {
    double a = 1.5, b = 2.5;
    if (!(a < b) || a > b || !(a <= b) || a >= b || a == b || !(a != b)) return 1;
    if (!(a <= 1.5) || !(a >= 1.5)) return 2;
    if (!(1 < a) || !(2 > a)) return 3;
    if (-1.0 < 0u) { } else return 4;
    float f = 1.5f;
    if (f != a) return 5;
    if ((a < b) + (b < a) != 1) return 6;
    return 0;
}
