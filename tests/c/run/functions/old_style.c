// Definitions of the old style.
int subtract(a, b)
int a, b;
{
    return a - b;
}
int mixed(c, p, d)
    char c;
    int *p;
    double d;
{
    return c + *p + (int)d;
}
implicit(x) { return x + 1; }
none() { return 7; }

int main() {
    int x = 10;
    if (subtract(5, 3) != 2) return 1;
    if (mixed('a', &x, 2.5) != 109) return 2;
    if (implicit(4) != 5 || none() != 7) return 3;
    return 0;
}
