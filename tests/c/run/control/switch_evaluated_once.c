// The value of a switch is computed once.
int main(void) {
    int x = 1, n = 0;
    switch (x++) {
    case 2: return 1;
    case 1: n += x;
    case 3: n += 10;
    }
    if (x != 2 || n != 12) return 2;
    return 0;
}
