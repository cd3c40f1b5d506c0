// Walking with two pointers from both ends.
int main(void) {
    int a[7] = {1, 2, 3, 4, 5, 6, 7};
    for (int *l = a, *r = a + 6; l < r; l++, r--) {
        int t = *l;
        *l = *r;
        *r = t;
    }
    for (int i = 0; i < 7; i++)
        if (a[i] != 7 - i) return i + 1;
    return 0;
}
