// A jump into a block skips its initialisers, not its declarations.
int f(int x) {
    switch (x) {
        int y;
    case 1:
        y = 5;
        return y;
    case 2: {
        int z = 3;
        y = z;
        return y + z;
    }
    default:
        y = x;
        return y * 2;
    }
}

int main(void) {
    if (f(1) != 5 || f(2) != 6 || f(10) != 20) return 1;
    return 0;
}
