// The values of prefix and postfix increments.
int main(void) {
    int i = 5;
    if (i++ != 5 || i != 6) return 1;
    if (++i != 7 || i != 7) return 2;
    if (i-- != 7 || i != 6) return 3;
    if (--i != 5) return 4;
    unsigned char c = 255;
    if (c++ != 255 || c != 0) return 5;
    if (--c != 255) return 6;
    signed char s = 127;
    s++;
    if (s != -128) return 7;
    int a[3] = {1, 2, 3}, *p = a;
    if (*p++ != 1 || *p != 2) return 8;
    if (++*p != 3 || a[1] != 3) return 9;
    if ((*p)++ != 3 || a[1] != 4) return 10;
    if (*--p != 1) return 11;
    return 0;
}
