// Copies of structs take their bit-fields along.
struct fields { int a : 5; unsigned b : 11; int c : 16; };
struct fields swap(struct fields f) {
    int old = f.a;
    f.a = f.c;
    f.c = old;
    return f;
}

int main(void) {
    struct fields f = {-3, 2000, 7}, g;
    g = f;
    f.b = 1;
    if (g.a != -3 || g.b != 2000 || g.c != 7) return 1;
    g = swap(g);
    if (g.a != 7 || g.b != 2000 || g.c != -3) return 2;
    return 0;
}
