// What is not mentioned is zero.
struct s { int a, b; double d; int *p; };

int main(void) {
    int a[5] = {1, 2};
    if (a[0] != 1 || a[1] != 2 || a[2] || a[3] || a[4]) return 1;
    struct s x = {7};
    if (x.a != 7 || x.b || x.d != 0 || x.p) return 2;
    int z[3] = {0};
    if (z[0] || z[1] || z[2]) return 3;
    int e[2] = {};
    if (e[0] || e[1]) return 4;
    return 0;
}
