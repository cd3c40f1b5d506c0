// Division truncates towards zero; the remainder has the sign of the dividend.
int main(void) {
    int a = 7, b = 2;
    if (a / b != 3 || a % b != 1) return 1;
    if (-a / b != -3 || -a % b != -1) return 2;
    if (a / -b != -3 || a % -b != 1) return 3;
    if (-a / -b != 3 || -a % -b != -1) return 4;
    long long l = -9223372036854775807ll - 1;
    if (l / 10 != -922337203685477580ll || l % 10 != -8) return 5;
    if ((a / b) * b + a % b != a) return 6;
    if (0 / a != 0 || 0 % a != 0) return 7;
    return 0;
}
