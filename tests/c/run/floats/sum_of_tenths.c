// Rounding errors add up as the standard says.
int main(void) {
    double d = 0;
    float f = 0;
    for (int i = 0; i < 10; i++) {
        d += 0.1;
        f += 0.1f;
    }
    if (d == 1.0 || d != 0x1.fffffffffffffp-1) return 1;
    if (f == 1.0f || f != 0x1.000002p+0f) return 2;
    return 0;
}
