// A compound assignment computes in the common type and then converts back.
int main(void) {
    unsigned char c = 200;
    c += 100;
    if (c != 44) return 1;
    c = 200;
    c = c / 3 * 3;
    if (c != 198) return 2;
    signed char s = 100;
    s += 100;
    if (s != -56) return 3;
    int i = 7;
    i *= 1.5;
    if (i != 10) return 4;
    i = -1;
    i /= 2u;
    if (i != 2147483647) return 5;
    unsigned short h = 3;
    h -= 5;
    if (h != 65534) return 6;
    c = 1;
    c <<= 9;
    if (c != 0) return 7;
    return 0;
}
