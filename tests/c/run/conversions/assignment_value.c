// The value of an assignment has the type of its left side.
int main(void) {
    unsigned char c;
    int i = (c = 300);
    if (i != 44) return 1;
    signed char s;
    i = (s = 200);
    if (i != -56) return 2;
    long long l = (i = (int)0x180000000ll);
    if (l != -2147483648ll) return 3;
    unsigned short a;
    int b, d;
    b = a = d = 70000;
    if (d != 70000 || a != 4464 || b != 4464) return 4;
    return 0;
}
