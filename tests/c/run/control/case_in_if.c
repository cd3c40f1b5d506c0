// Case labels in the branches of an if.
int f(int x) {
    int r = 0;
    switch (x) {
        if (r) {
    case 1:
            r += 1;
        } else {
    case 2:
            r += 2;
        }
    case 3:
        r += 4;
    }
    return r;
}

int main(void) {
    if (f(1) != 5) return 1;
    if (f(2) != 6) return 2;
    if (f(3) != 4) return 3;
    if (f(4) != 0) return 4;
    return 0;
}
