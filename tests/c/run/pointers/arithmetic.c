// Addition and subtraction count elements.
int main(void) {
    int a[6] = {0, 10, 20, 30, 40, 50};
    int *p = a + 2;
    if (*p != 20 || *(p + 2) != 40 || *(p - 1) != 10) return 1;
    if (*(2 + p) != 40) return 2;
    if ((char *)(p + 1) - (char *)p != 4) return 3;
    struct three { char c[3]; } t[4], *q = t;
    if ((char *)(q + 3) - (char *)t != 9) return 4;
    int *end = a + 6;
    int n = 0;
    while (p < end) n += *p++;
    if (n != 140) return 5;
    int i = -1;
    if (end[i] != 50 || *(end + i) != 50) return 6;
    return 0;
}
