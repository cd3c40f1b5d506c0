// Bit-fields share units as long as they fit.
struct a { unsigned x : 20, y : 12; };
struct b { unsigned x : 20, y : 13; };
struct c { char x : 4; char y : 5; };
struct d { unsigned char x : 4; unsigned short y : 4; };
struct e { int x : 3; char y; };
struct f { unsigned long long x : 33; };

int main(void) {
    if (sizeof(struct a) != 4) return 1;
    if (sizeof(struct b) != 8) return 2;
    if (sizeof(struct c) != 2) return 3;
    if (sizeof(struct d) != 2) return 4;
    if (sizeof(struct e) != 4) return 5;
    if (sizeof(struct f) != 8) return 6;
    return 0;
}
