// Widening an unsigned value fills with zeros.
int main(void) {
    unsigned char c = 200;
    short s = c;
    if (s != 200) return 1;
    unsigned short us = 40000;
    int i = us;
    if (i != 40000) return 2;
    unsigned int u = 3000000000u;
    long long ll = u;
    if (ll != 3000000000ll) return 3;
    ll = (int)u;
    if (ll != -1294967296ll) return 4;
    return 0;
}
