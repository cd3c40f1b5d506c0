// property: valid-memsafety
// verdict: TRUE
// Each round uses its own variable through a pointer.
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        int *p = &x;
        *p += 1;
        sum += x;
    }
    return sum;
}
