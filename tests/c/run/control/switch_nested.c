// A switch inside of a switch; break leaves the inner one.
int f(int a, int b) {
    int r = 0;
    switch (a) {
    case 0:
        switch (b) {
        case 0: r = 1; break;
        case 1: r = 2;
        default: r += 10;
        }
        r += 100;
        break;
    case 1: r = 3;
    }
    return r;
}

int main(void) {
    if (f(0, 0) != 101 || f(0, 1) != 112 || f(0, 5) != 110 || f(1, 0) != 3 || f(2, 0) != 0) return 1;
    return 0;
}
