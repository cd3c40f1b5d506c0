// A compound literal gets its value again each time it is evaluated.
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int *p = (int[2]){i, 10};
        sum += p[0] + p[1];
        p[1] = 1000;
    }
    if (sum != 33) return 1;
    return 0;
}
