// Parameters are copies.
int clear(int x) {
    int old = x;
    x = 0;
    return old + x;
}

int main(void) {
    int x = 5;
    if (clear(x) != 5 || x != 5) return 1;
    if (clear(clear(7)) != 7) return 2;
    return 0;
}
