// In a packed struct a bit-field may cross the boundary of its unit.
struct __attribute__((packed)) tight { unsigned a : 7; unsigned b : 30; unsigned c : 3; };

int main(void) {
    if (sizeof(struct tight) != 5) return 1;
    struct tight t = {0x55, 0x2aaaaaaa, 5};
    if (t.a != 0x55 || t.b != 0x2aaaaaaa || t.c != 5) return 2;
    t.b = 0x3fffffff;
    if (t.a != 0x55 || t.b != 0x3fffffff || t.c != 5) return 3;
    t.b = 0;
    if (t.a != 0x55 || t.b != 0 || t.c != 5) return 4;
    return 0;
}
