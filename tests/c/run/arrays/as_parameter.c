// An array parameter is a pointer, whatever its declared size.
int sum(int a[5], int n) {
    int total = 0;
    for (int i = 0; i < n; i++) total += a[i];
    a[0] = 100;
    if (sizeof(a) != sizeof(int *)) return -1;
    return total;
}
int trace(int m[][3]) { return m[0][0] + m[1][1] + m[2][2]; }
int last(int n, int a[static 2]) { return a[n - 1]; }

int main(void) {
    int a[4] = {1, 2, 3, 4};
    if (sum(a, 4) != 10) return 1;
    if (a[0] != 100) return 2;
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    if (trace(m) != 15) return 3;
    if (last(4, a) != 4) return 4;
    return 0;
}
