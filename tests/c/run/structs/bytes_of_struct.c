// The bytes of a struct through a pointer to unsigned char.
struct s { short a; unsigned char b; int c; };

int main(void) {
    struct s x;
    unsigned char *p = (unsigned char *)&x;
    for (int i = 0; i < (int)sizeof x; i++) p[i] = i + 1;
    if (x.a != 0x0201) return 1;
    if (x.b != 3) return 2;
    if (x.c != 0x08070605) return 3;
    x.c = -2;
    if (p[4] != 254 || p[7] != 255 || p[3] != 4) return 4;
    return 0;
}
