// Returns from the middle of loops and blocks.
int find(const int *a, int n, int x) {
    for (int i = 0; i < n; i++) {
        if (a[i] == x) {
            {
                return i;
            }
        }
    }
    return -1;
}
void set(int *p, int on) {
    if (!on) return;
    *p = 1;
}

int main(void) {
    int a[4] = {5, 6, 7, 8};
    if (find(a, 4, 7) != 2 || find(a, 4, 9) != -1) return 1;
    int x = 0;
    set(&x, 0);
    if (x) return 2;
    set(&x, 1);
    if (x != 1) return 3;
    return 0;
}
