// Calls as arguments of calls, five levels deep.
int a(int x) { return x + 1; }
int b(int x) { return a(x) * 2; }
int c(int x, int y) { return b(x) - a(y); }
int d(int x) { return c(x, b(x)); }
int e(int x) { return d(c(a(x), b(d(x)))); }

int main(void) {
    if (b(3) != 8 || c(3, 4) != 3 || d(5) != -1) return 1;
    if (e(2) != -1) return 2;
    return 0;
}
