// Every compound assignment on a bit-field.
struct fields { unsigned before : 3; unsigned u : 5; unsigned after : 3; };

int main(void) {
    struct fields f = {5, 10, 6};
    f.u += 25;
    if (f.u != 3) return 1;
    f.u *= 7;
    if (f.u != 21) return 2;
    f.u <<= 1;
    if (f.u != 10) return 3;
    f.u |= 5;
    if (f.u != 15) return 4;
    f.u ^= 31;
    if (f.u != 16) return 5;
    f.u >>= 2;
    if (f.u != 4) return 6;
    f.u -= 5;
    if (f.u != 31) return 7;
    f.u &= 9;
    if (f.u != 9) return 8;
    f.u %= 4;
    if (f.u != 1) return 9;
    if (f.before != 5 || f.after != 6) return 10;
    return 0;
}
