// Conditions of every scalar type.
int count(int x, double d, int *p, char c, long long l) {
    int n = 0;
    if (x) n++;
    if (d) n++;
    if (p) n++;
    if (c) n++;
    if (l) n++;
    while (d) { d = 0; n += 10; }
    for (; p; p = 0) n += 10;
    do n += 10; while (c && (c = 0));
    return n;
}

int main(void) {
    int x = 1;
    if (count(1, 0.5, &x, 'c', 0x100000000ll) != 35) return 1;
    if (count(0, 0.0, 0, 0, 0) != 10) return 2;
    return 0;
}
