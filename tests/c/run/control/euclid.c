// The greatest common divisor, in unsigned arithmetic.
unsigned gcd(unsigned a, unsigned b) {
    while (b) {
        unsigned r = a % b;
        a = b;
        b = r;
    }
    return a;
}

int main(void) {
    if (gcd(48, 36) != 12) return 1;
    if (gcd(17, 5) != 1) return 2;
    if (gcd(0, 9) != 9 || gcd(9, 0) != 9) return 3;
    if (gcd(4294967295u, 65537u) != 65537u) return 4;
    return 0;
}
