// Unary plus, minus, complement and not, on each width.
int main(void) {
    unsigned short s = 1;
    if (-s != -1) return 1;
    unsigned int u = 1;
    if (-u != 4294967295u || !(-u > 0)) return 2;
    long long l = 1;
    if (-l != -1 || ~l != -2) return 3;
    if (+(signed char)-7 != -7) return 4;
    if (- -5 != 5 || -(-5) != 5) return 5;
    if (~~7 != 7) return 6;
    unsigned long long ul = 0;
    if (~ul != 18446744073709551615ull) return 7;
    return 0;
}
