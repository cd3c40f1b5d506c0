// Wide bit-fields keep their width in arithmetic.
struct fields { unsigned long long a : 40; long long b : 40; };

int main(void) {
    struct fields f = {0, 0};
    f.a = 0x1234567890abcull;
    if (f.a != 0x4567890abcull) return 1;
    f.b = 0x8000000000ll;
    if (f.b != -0x8000000000ll) return 2;
    f.b = -3;
    if (f.b != -3 || f.b >= 0) return 3;
    f.a = 0;
    f.a--;
    if (f.a != 0xffffffffffull) return 4;
    if (sizeof f != (sizeof(long) == 8 ? 16 : 12)) return 5;
    return 0;
}
