// Both branches of ?: are converted to their common type, whichever is taken.
int main(void) {
    int yes = 1, no = 0;
    if ((yes ? -1 : 0u) < 0) return 1;
    if ((no ? 0u : -1) != 4294967295u) return 2;
    if ((yes ? -1 : 0ll) >= 0) return 3;
    if (sizeof(yes ? (char)1 : (char)2) != sizeof(int)) return 4;
    if ((yes ? 1 : 2.5) / 2 != 0.5) return 5;
    if (sizeof(no ? 1 : 1ll) != 8) return 6;
    return 0;
}
