// Unsigned products are taken modulo 2^width.
int main(void) {
    unsigned a = 100000;
    if (a * a != 1410065408u) return 1;
    unsigned long long l = 5000000000ull;
    if (l * l != 6553255926290448384ull) return 2;
    unsigned most = 4294967295u;
    if (most * most != 1) return 3;
    unsigned char c = 16;
    c = c * c;
    if (c != 0) return 4;
    return 0;
}
