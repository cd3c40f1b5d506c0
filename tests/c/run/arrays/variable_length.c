// Arrays whose length is known when the block is entered.
int sum(int n) {
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i + 1;
    if (sizeof a != n * sizeof(int)) return -1;
    int total = 0;
    for (int i = 0; i < n; i++) total += a[i];
    return total;
}

int main(void) {
    if (sum(4) != 10) return 1;
    if (sum(10) != 55) return 2;
    for (int n = 1; n < 4; n++) {
        char b[n * 2];
        b[n * 2 - 1] = (char)n;
        if (b[n + n - 1] != n || sizeof(b) != 2 * n) return 3;
    }
    return 0;
}
