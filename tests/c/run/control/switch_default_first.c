// The default may stand anywhere.
int f(int x) {
    int r = 0;
    switch (x) {
    default: r += 100;
    case 1: r += 1; break;
    case 2: r += 2;
    }
    return r;
}
int g(int x) {
    switch (x) {
    case 1: return 1;
    default: break;
    case 2: return 2;
    }
    return 9;
}

int main(void) {
    if (f(1) != 1 || f(2) != 2 || f(3) != 101) return 1;
    if (g(1) != 1 || g(2) != 2 || g(3) != 9) return 2;
    return 0;
}
