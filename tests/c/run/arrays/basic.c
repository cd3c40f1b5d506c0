// Elements are independent and keep their values.
int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++) a[i] = i * i;
    a[3] = -1;
    int sum = 0;
    for (int i = 9; i >= 0; i--) sum += a[i];
    if (sum != 275) return 1;
    if (a[0] != 0 || a[9] != 81) return 2;
    unsigned char index = 4;
    if (a[index] != 16) return 3;
    return 0;
}
