// A pointer to a union is a pointer to each member.
union both { int i; unsigned char c[4]; };

int main(void) {
    union both b, *p = &b;
    int *ip = &p->i;
    *ip = 0x04030201;
    if (p->c[2] != 3) return 1;
    unsigned char *cp = p->c;
    cp[3] = 0;
    if (b.i != 0x030201) return 2;
    union both array[2] = {{1}, {2}};
    if (array[1].c[0] != 2 || (p = array)[1].i != 2) return 3;
    return 0;
}
