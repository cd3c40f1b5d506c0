// A static local keeps its value; each function has its own.
int count(void) {
    static int n = 10;
    return n++;
}
int other(void) {
    static int n;
    n += 2;
    return n;
}

int main(void) {
    if (count() != 10 || count() != 11) return 1;
    if (other() != 2 || other() != 4) return 2;
    if (count() != 12) return 3;
    for (int i = 0; i < 3; i++) {
        static int inner = 5;
        int automatic = 5;
        inner++;
        automatic++;
        if (automatic != 6) return 4;
        if (inner != 6 + i) return 5;
    }
    return 0;
}
