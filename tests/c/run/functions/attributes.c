// Attributes that do not change the meaning.
__attribute__((noinline, unused)) static int f(int x __attribute__((unused))) { return 3; }
int g(int) __attribute__((const)) __attribute__((__nothrow__));
int g(int x) { return x; }
static int variable __attribute__((section(".data"))) = 4;
[[maybe_unused]] static int bracket = 1;

int main(void) {
    int x __attribute__((aligned(16), unused)) = 2;
    if (f(1) != 3 || g(5) != 5 || variable != 4 || x != 2) return 1;
    return 0;
}
