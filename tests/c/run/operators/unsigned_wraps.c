// Unsigned sums and differences wrap around.
int main(void) {
    unsigned x = 4294967295u;
    x = x + 1;
    if (x != 0) return 1;
    x = x - 1;
    if (x != 4294967295u) return 2;
    unsigned long long l = 0;
    l--;
    if (l != 18446744073709551615ull) return 3;
    unsigned short s = 65535;
    s++;
    if (s != 0) return 4;
    if (-1u != 4294967295u || -x != 1) return 5;
    return 0;
}
