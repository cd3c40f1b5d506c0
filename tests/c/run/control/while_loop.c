// While loops with break and continue.
int main(void) {
    int i = 0, sum = 0;
    while (i < 10) {
        i++;
        if (i % 2) continue;
        if (i > 6) break;
        sum += i;
    }
    if (sum != 12 || i != 8) return 1;
    while (0) sum = 0;
    if (sum != 12) return 2;
    while (i--) ;
    if (i != -1) return 3;
    return 0;
}
