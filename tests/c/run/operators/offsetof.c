// Offsets of members, also nested and in arrays.
struct inner { char c; short s[3]; };
struct outer { char first; int second; struct inner third[2]; char last; };

int main(void) {
    if (__builtin_offsetof(struct outer, first) != 0) return 1;
    if (__builtin_offsetof(struct outer, second) != 4) return 2;
    if (__builtin_offsetof(struct outer, third) != 8) return 3;
    if (__builtin_offsetof(struct outer, third[1]) != 16) return 4;
    if (__builtin_offsetof(struct outer, third[1].s[2]) != 22) return 5;
    if (__builtin_offsetof(struct outer, last) != 24) return 6;
    if (sizeof(struct outer) != 28) return 7;
    if ((unsigned long)&((struct outer *)0)->second != 4) return 8;
    return 0;
}
