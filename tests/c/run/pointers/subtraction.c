// Differences of pointers count elements, and are signed.
int main(void) {
    long long a[10];
    long long *p = &a[2], *q = &a[7];
    if (q - p != 5 || p - q != -5) return 1;
    if ((q - p) / 2 != 2) return 2;
    if (sizeof(q - p) != sizeof(long)) return 3;
    struct twelve { int x[3]; } s[5];
    if (&s[4] - &s[0] != 4 || &s[1] - &s[3] != -2) return 4;
    if (!(p - q < 0)) return 5;
    if (&a[10] - a != 10) return 6;
    return 0;
}
