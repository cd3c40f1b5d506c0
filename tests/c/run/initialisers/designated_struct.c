// Members by name, in any order; what follows continues from there.
struct s { int a, b, c, d; };

int main(void) {
    struct s x = {.c = 3, 4, .a = 1};
    if (x.a != 1 || x.b != 0 || x.c != 3 || x.d != 4) return 1;
    struct s y = {.b = 1, .b = 2};
    if (y.b != 2) return 2;
    struct s z = {d: 9, a: 8};
    if (z.d != 9 || z.a != 8 || z.b || z.c) return 3;
    return 0;
}
