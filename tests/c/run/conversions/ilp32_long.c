// data-model: ILP32
// A long has 32 bits, a literal that is too large for it is a long long.
int main(void) {
    if (sizeof(long) != 4 || sizeof(void *) != 4) return 1;
    if (sizeof(4294967296l) != 8) return 2;
    unsigned long u = 4294967295ul;
    u++;
    if (u != 0) return 3;
    long l = (long)4294967295u;
    if (l != -1) return 4;
    if (l < 0u) return 5;
    if (sizeof(sizeof(int)) != 4) return 6;
    return 0;
}
