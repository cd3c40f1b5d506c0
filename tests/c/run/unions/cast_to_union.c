// A cast to a union type, a GNU extension.
union number { int i; double d; };
int is_half(union number n) { return n.d == 0.5; }

int main(void) {
    union number n = (union number)42;
    if (n.i != 42) return 1;
    if (!is_half((union number)0.5)) return 2;
    return 0;
}
