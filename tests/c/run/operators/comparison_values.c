// Comparisons give ints; chains compare those.
int main(void) {
    int a = 3, b = 5;
    if ((a < b) != 1 || (a > b) != 0) return 1;
    if ((a <= 3) + (a >= 3) + (a == 3) + (a != 3) != 3) return 2;
    if (!(5 > 3 == 1)) return 3;
    if (3 > 2 > 1) return 4;
    if (sizeof(1ll < 2ll) != 4) return 5;
    return 0;
}
