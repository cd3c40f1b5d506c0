// An `asm` label is the name that the linker sees.
int y = 3;
extern int x __asm__("y");
int w __asm__("outside");
extern int outside;
int f(void) __asm__("g");
int g(void) __asm__("f");
int f(void) { return 1; }
int g(void) { return 2; }
extern int second(void) __asm__("f");
extern int next(int) __asm__("following");
int following(int n) { return n + 1; }

// The compiler takes the names for different objects, unless it knows nothing of the function.
__attribute__((noipa)) void change(void) {
    x++;
    outside = 5;
}

int main(void) {
    change();
    if (y != 4) return 1;
    if (w != 5) return 2;
    if (f() != 1 || g() != 2 || second() != 2) return 3;
    if (next(2) != 3) return 4;
    return 0;
}
