// Pointers move by elements in compound assignments.
int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++) a[i] = i * i;
    int *p = a;
    p += 4;
    if (*p != 16) return 1;
    p -= 2;
    if (*p != 4) return 2;
    short step = -1;
    p += step;
    if (p != a + 1) return 3;
    unsigned char ustep = 8;
    p += ustep;
    if (*p != 81) return 4;
    return 0;
}
