// Inner braces may be left out.
struct pair { int a, b; };
struct four { struct pair p[2]; };

int main(void) {
    int m[2][3] = {1, 2, 3, 4, 5, 6};
    if (m[0][2] != 3 || m[1][0] != 4) return 1;
    struct four f = {1, 2, 3, 4};
    if (f.p[0].b != 2 || f.p[1].a != 3) return 2;
    int n[3][2] = {{1}, {2, 3}};
    if (n[0][0] != 1 || n[0][1] || n[1][1] != 3 || n[2][0]) return 3;
    struct { int a[2]; struct pair p; int last; } x = {1, 2, {3}, 4};
    if (x.a[1] != 2 || x.p.a != 3 || x.p.b || x.last != 4) return 4;
    return 0;
}
