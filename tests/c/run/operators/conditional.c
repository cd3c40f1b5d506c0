// Only the branch that is chosen is evaluated.
int main(void) {
    int a = 0, b = 0;
    int c = 1 ? a++ : b++;
    if (c != 0 || a != 1 || b != 0) return 1;
    c = 0 ? a++ : b--;
    if (c != 0 || a != 1 || b != -1) return 2;
    int x = 5;
    int sign = x > 0 ? 1 : x < 0 ? -1 : 0;
    if (sign != 1) return 3;
    x = -5;
    sign = x > 0 ? 1 : x < 0 ? -1 : 0;
    if (sign != -1) return 4;
    int *p = 0;
    if ((p ? *p : 9) != 9) return 5;
    *(x ? &a : &b) = 42;
    if (a != 42) return 6;
    return 0;
}
