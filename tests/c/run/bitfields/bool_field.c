// A _Bool bit-field converts as _Bool does.
struct fields { _Bool a : 1; _Bool b : 1; };

int main(void) {
    struct fields f = {0, 0};
    f.a = 2;
    if (f.a != 1 || f.b != 0) return 1;
    f.b = 0.25;
    if (f.b != 1) return 2;
    f.a = !f.b;
    if (f.a != 0) return 3;
    if (f.b + f.b != 2) return 4;
    return 0;
}
