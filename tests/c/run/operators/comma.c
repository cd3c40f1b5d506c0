// The comma operator evaluates both and gives the right one.
int main(void) {
    int a = 1, b = 2;
    int c = (a++, b + a);
    if (c != 4 || a != 2) return 1;
    int i, j;
    for (i = 0, j = 10; i < j; i++, j--) { }
    if (i != 5 || j != 5) return 2;
    if ((a = 3, b = a + 1, b * 2) != 8) return 3;
    int d[2] = {(a, 7), 8};
    if (d[0] != 7) return 4;
    if (sizeof((char)1, (char)2) != 1) return 5;
    return 0;
}
