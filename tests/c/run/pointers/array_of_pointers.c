// An array of pointers is not an array of arrays.
int main(void) {
    int a = 1, b = 2, c = 3;
    int *p[3] = {&a, &b, &c};
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += *p[i];
    if (sum != 6) return 1;
    *p[1] = 20;
    if (b != 20) return 2;
    int **q = p;
    q++;
    if (**q != 20 || *q[1] != 3) return 3;
    const char *words[] = {"zero", "one", "two"};
    if (words[2][1] != 'w' || *words[1] != 'o') return 4;
    if (sizeof words / sizeof *words != 3) return 5;
    return 0;
}
