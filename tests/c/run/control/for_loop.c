// All parts of a for loop are optional; continue goes to the step.
int main(void) {
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        if (i == 3) continue;
        sum += i;
    }
    if (sum != 7) return 1;
    int k = 0;
    for (;;) {
        if (k == 4) break;
        k++;
    }
    if (k != 4) return 2;
    for (k = 10; k > 0; k -= 3) ;
    if (k != -2) return 3;
    for (int a = 0, b = 9; a < b; ++a, --b) sum = a * b;
    if (sum != 20) return 4;
    return 0;
}
