// Two names for one cell.
int global = 1;
int add_twice(int *a, int *b) {
    *a += *b;
    *a += *b;
    return *a;
}

int main(void) {
    int x = 3;
    if (add_twice(&x, &x) != 12) return 1;
    int *p = &global;
    global = 5;
    *p += 1;
    if (global != 6) return 2;
    int a[3] = {1, 2, 3};
    int *first = a, *second = &a[1];
    first[1] = 10;
    if (*second != 10) return 3;
    second[-1] = 7;
    if (a[0] != 7) return 4;
    return 0;
}
