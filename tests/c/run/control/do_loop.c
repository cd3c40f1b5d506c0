// The body of a do loop runs at least once; continue goes to the condition.
int main(void) {
    int n = 0;
    do n++; while (0);
    if (n != 1) return 1;
    int i = 0, sum = 0;
    do {
        if (i == 2) continue;
        sum += i;
    } while (++i < 5);
    if (sum != 8 || i != 5) return 2;
    do {
        if (i) break;
        sum = 0;
    } while (1);
    if (sum != 8) return 3;
    return 0;
}
