// The value of a bit-field, where it is not promoted, has the size of its own type.
struct fields {
    unsigned u : 3;
    int i : 12;
    unsigned long long m : 32;
    unsigned long long w : 40;
} s;

int main(void) {
    if (sizeof(s.u = 1) != 1) return 1;
    if (sizeof(s.u++) != 1) return 2;
    if (sizeof((0, s.i)) != 2) return 3;
    if (sizeof(s.u + 0) != 4) return 4;
    if (sizeof(s.m + 0) != 4) return 5;
    if (sizeof(s.w + 0) != 8) return 6;
    if (_Generic(s.w + 0, unsigned long long: 1, default: 2) != 2) return 7;
    if (_Generic(s.m + 0, unsigned: 1, default: 2) != 1) return 8;
    if (_Generic(s.w + 1LL, long long: 1, default: 2) != 1) return 9;
    return s.u;
}
