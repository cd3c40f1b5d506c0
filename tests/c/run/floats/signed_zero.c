// Zeros of both signs are equal and still differ.
int main(void) {
    double plus = 0.0, minus = -0.0;
    if (plus != minus) return 1;
    if (1 / plus == 1 / minus) return 2;
    if (1 / minus > 0) return 3;
    if (1 / -plus > 0) return 4;
    if (1 / (plus - plus) < 0) return 5;
    if (1 / (minus + minus) > 0) return 6;
    if (1 / (minus * 5) > 0 || 1 / (minus * -5) < 0) return 7;
    if (1 / (0 - plus) < 0) return 8;
    double d = -1e-320 * 1e-10;
    if (d != 0 || 1 / d > 0) return 9;
    return 0;
}
