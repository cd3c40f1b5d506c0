// A bit-field that is narrower than int is promoted to int, even an unsigned one.
struct fields { unsigned u : 5; unsigned full : 32; };

int main(void) {
    struct fields f = {3, 3};
    if (!(f.u - 5 < 0)) return 1;
    if (f.full - 5 < 0) return 2;
    if (!(f.u > -1)) return 3;
    if (f.full > -1) return 4;
    if (-f.u != -3) return 5;
    if (~f.u != -4) return 6;
    return 0;
}
