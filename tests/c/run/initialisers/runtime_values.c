// Automatic objects are initialised with values that are computed.
int twice(int x) { return 2 * x; }

int main(void) {
    int n = 3;
    int a[3] = {n, n + 1, twice(n)};
    if (a[0] != 3 || a[1] != 4 || a[2] != 6) return 1;
    struct { int x, *p; } s = {a[2], &a[1]};
    if (s.x != 6 || *s.p != 4) return 2;
    int i = 0;
    int b = i++, c = i++;
    if (b != 0 || c != 1) return 3;
    for (int j = 0; j < 2; j++) {
        int fresh[2] = {j};
        if (fresh[0] != j || fresh[1]) return 4;
        fresh[1] = 9;
    }
    return 0;
}
