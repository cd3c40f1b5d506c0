// Calls of abort and a failed assertion on paths that are not taken.
void abort(void);
void __assert_fail(const char *what, const char *file, unsigned line, const char *function);
int check(int x) {
    if (x < 0) abort();
    if (!(x < 100)) __assert_fail("x < 100", "f.c", 6, "check");
    return x;
}

int main(void) {
    return check(5) + check(99) - 104;
}
