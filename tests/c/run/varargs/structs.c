// Structs by value as variable arguments.
typedef __builtin_va_list va_list;
struct pair { int a; double b; };
struct big { int cells[10]; };
double total(int count, ...) {
    va_list ap;
    double t = 0;
    __builtin_va_start(ap, count);
    for (int i = 0; i < count; i++) {
        struct pair p = __builtin_va_arg(ap, struct pair);
        t += p.a * p.b;
    }
    t += __builtin_va_arg(ap, struct big).cells[9];
    __builtin_va_end(ap);
    return t;
}

int main(void) {
    struct pair p = {2, 0.5}, q = {3, 1.5};
    struct big b = {{[9] = 100}};
    if (total(2, p, q, b) != 105.5) return 1;
    return 0;
}
