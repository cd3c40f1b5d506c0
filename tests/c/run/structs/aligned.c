// Alignment that is asked for.
struct __attribute__((aligned(16))) wide { int x; };
struct member { char c; int i __attribute__((aligned(8))); };
struct standard { char c; _Alignas(8) char d; };
typedef int aligned_int __attribute__((aligned(8)));
struct with_typedef { char c; aligned_int i; };

int main(void) {
    if (sizeof(struct wide) != 16 || _Alignof(struct wide) != 16) return 1;
    if (sizeof(struct member) != 16 || __builtin_offsetof(struct member, i) != 8) return 2;
    if (sizeof(struct standard) != 16 || __builtin_offsetof(struct standard, d) != 8) return 3;
    if (__builtin_offsetof(struct with_typedef, i) != 8) return 4;
    struct wide w[2] = {{1}, {2}};
    if ((char *)&w[1] - (char *)&w[0] != 16 || w[1].x != 2) return 5;
    if ((unsigned long)&w[0] % 16 != 0) return 6;
    return 0;
}
