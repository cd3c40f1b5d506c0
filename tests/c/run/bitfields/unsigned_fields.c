// Unsigned bit-fields hold values modulo 2^width.
struct flags { unsigned a : 1; unsigned b : 3; unsigned c : 12; };

int main(void) {
    struct flags f = {0, 0, 0};
    f.a = 3;
    if (f.a != 1) return 1;
    f.b = 15;
    if (f.b != 7) return 2;
    f.c = 0x12345;
    if (f.c != 0x345) return 3;
    if (f.a != 1 || f.b != 7) return 4;
    f.b = 0;
    if (f.a != 1 || f.c != 0x345) return 5;
    if (sizeof f != 4) return 6;
    return 0;
}
