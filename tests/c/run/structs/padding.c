// Members are aligned; the size is a multiple of the alignment.
struct a { char x; int y; };
struct b { char x; short y; char z; };
struct c { int x; char y; };
struct d { char x[3]; };
struct e { struct b first; char last; };

int main(void) {
    if (sizeof(struct a) != 8 || __builtin_offsetof(struct a, y) != 4) return 1;
    if (sizeof(struct b) != 6) return 2;
    if (sizeof(struct c) != 8) return 3;
    if (sizeof(struct d) != 3) return 4;
    if (sizeof(struct e) != 8 || __builtin_offsetof(struct e, last) != 6) return 5;
    return 0;
}
