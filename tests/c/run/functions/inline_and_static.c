// Linkage and inline change nothing about the meaning.
static int hidden(int x) { return x + 1; }
static inline int quick(int x) { return hidden(x) * 2; }
extern inline __attribute__((gnu_inline)) int gnu(int x) { return x - 1; }
int gnu(int x) { return x - 1; }
inline static __attribute__((always_inline)) int forced(int x) { return quick(x); }

int main(void) {
    if (quick(3) != 8 || forced(4) != 10 || gnu(4) != 3) return 1;
    return 0;
}
