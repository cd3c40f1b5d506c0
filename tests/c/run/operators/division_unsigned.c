// Unsigned division of large numbers.
int main(void) {
    unsigned a = 4000000000u, b = 3000000000u;
    if (a / b != 1 || a % b != 1000000000u) return 1;
    if (a / 7 != 571428571u || a % 7 != 3) return 2;
    unsigned long long l = 18446744073709551615ull;
    if (l / 10 != 1844674407370955161ull || l % 10 != 5) return 3;
    unsigned char c = 250;
    if (c / 7 != 35 || c % 7 != 5) return 4;
    if (b / a != 0 || b % a != b) return 5;
    return 0;
}
