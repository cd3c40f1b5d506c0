// a[i] is *(a + i), so i[a] is the same.
int main(void) {
    int a[3] = {7, 8, 9};
    if (1[a] != 8) return 1;
    2[a] = 10;
    if (a[2] != 10) return 2;
    if (*(a + 1) != *(1 + a)) return 3;
    if ("abc"[1] != 'b') return 4;
    int *p = a + 2;
    if (p[-1] != 8 || (-2)[p] != 7 || -0[p] != -10) return 5;
    return 0;
}
