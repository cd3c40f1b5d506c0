// The usual conversions between integers, floats and doubles.
int main(void) {
    int i = 3;
    float f = 0.5f;
    double d = 0.25;
    if (i + f != 3.5f || i * d != 0.75 || f + d != 0.75) return 1;
    if (i / 2 != 1 || i / 2.0 != 1.5 || 7 / 2 * 2.0 != 6.0) return 2;
    if (sizeof(i + f) != 4 || sizeof(f + d) != 8 || sizeof('c' + f) != 4) return 3;
    unsigned u = 4294967295u;
    if (u + 1.0 != 4294967296.0) return 4;
    i = d * 10;
    if (i != 2) return 5;
    i += 0.9;
    if (i != 2) return 6;
    if (16777217 == 16777216.0f) { } else return 7;
    return 0;
}
