// data-model: LP64
// A long has 64 bits.
int main(void) {
    long l = 2147483647;
    l = l + 1;
    if (l != 2147483648l) return 1;
    l = l * l;
    if (l != 4611686018427387904l) return 2;
    if (sizeof(l) != 8) return 3;
    unsigned u = 4294967295u;
    l = u;
    if (l != 4294967295l) return 4;
    l = -1;
    if (!(l < u)) return 5;
    int i = (int)(l + 4294967296l);
    if (i != -1) return 6;
    return 0;
}
