// Integers as pointers that are never followed.
int main(void) {
    char *p = (char *)16;
    if ((unsigned long)p != 16) return 1;
    if (p == 0) return 2;
    if ((unsigned long)(p + 1) != 17) return 3;
    int *q = (int *)16;
    if ((unsigned long)(q + 1) != 20) return 4;
    void *minus = (void *)-1;
    if (minus == 0) return 5;
    if ((long)minus != -1) return 6;
    return 0;
}
