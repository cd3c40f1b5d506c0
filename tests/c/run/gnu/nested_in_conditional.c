// Void and statements in the branches of conditionals.
int a, b;
void set_a(void) { a = 1; }
void set_b(void) { b = 1; }

int main(void) {
    int x = 3;
    x > 2 ? set_a() : set_b();
    if (a != 1 || b != 0) return 1;
    x > 5 ? (void)(x = 0) : ({ x = 9; set_b(); });
    if (x != 9 || b != 1) return 2;
    return 0;
}
