// A function pointer converted to another type and back.
int answer(void) { return 42; }
typedef void (*generic)(void);

int main(void) {
    generic g = (generic)answer;
    if (((int (*)(void))g)() != 42) return 1;
    void *v = (void *)answer;
    int (*f)(void) = (int (*)(void))v;
    if (f() != 42 || f != answer) return 2;
    return 0;
}
