// The value of an assignment that reads the cell which it writes.
int main(void) {
    int a[2] = {5, 6}, k = 1, i = 0;
    if ((i = i + 1) + 10 != 11) return 1;
    if ((a[k] = a[k] * 2) != 12) return 2;
    if ((k = a[k - 1]) != 5) return 3;
    k = 1;
    if ((a[k] += 3) != 15) return 4;
    if ((a[k] = a[0] = a[k] + 1) != 16) return 5;
    int *p = &a[0], *q;
    if (*(q = p++) != 16) return 6;
    if (*(p = q) != 16 || p != a) return 7;
    if (++*p != 17 || --a[1] != 15) return 8;
    if ((*p -= a[1]) != 2 || a[0] != 2) return 9;
    if ((a[a[0] - 1] = a[0] - 2) != 0 || a[1] != 0) return 10;
    return 0;
}
