// Double arithmetic, exact and rounded.
int main(void) {
    double a = 0.5, b = 0.25;
    if (a + b != 0.75 || a - b != 0.25 || a * b != 0.125 || a / b != 2.0) return 1;
    double tenth = 0.1, fifth = 0.2;
    if (tenth + fifth == 0.3) return 2;
    if (tenth + fifth != 0.30000000000000004) return 3;
    double third = 1.0 / 3;
    if (third * 3 != 1.0) return 4;
    if (1e16 + 1 != 1e16) return 5;
    if (-a != -0.5 || +a != 0.5) return 6;
    return 0;
}
