// The first member of a union, or the one that is named.
union u { int i; char c[8]; double d; };
struct s { int tag; union u u; };

int main(void) {
    union u a = {5};
    if (a.i != 5) return 1;
    union u b = {.c = "hi"};
    if (b.c[1] != 'i' || b.c[2] || b.c[7]) return 2;
    union u c = {.d = 0.5};
    if (c.d != 0.5) return 3;
    struct s s = {1, {.d = 2.5}};
    if (s.u.d != 2.5) return 4;
    static union u zero;
    if (zero.d != 0 || zero.c[7]) return 5;
    return 0;
}
