// Storage classes and qualifiers.
volatile int flag = 1;
const volatile unsigned status = 7;
static _Thread_local int per_thread = 3;

int main(void) {
    register int r = 5;
    auto int a = 6;
    flag = flag + 1;
    if (flag != 2 || status != 7 || r + a != 11) return 1;
    per_thread++;
    if (per_thread != 4) return 2;
    volatile struct { int x; } s = {1};
    s.x += 2;
    if (s.x != 3) return 3;
    return 0;
}
