// memccpy stops behind a byte; swab exchanges pairs; strxfrm copies in the locale "C".
typedef __typeof__(sizeof 0) size_t;
void *memccpy(void *, const void *, int, size_t);
void swab(const void *, void *, __typeof__((char *)0 - (char *)0));
size_t strxfrm(char *, const char *, size_t);
int strcmp(const char *, const char *);

int main(void) {
    char to[8] = "........", pairs[5] = "....";
    if (memccpy(to, "hello", 'l', 5) != to + 3 || to[2] != 'l' || to[3] != '.') return 1;
    if (memccpy(to, "hello", 'x', 5) != 0 || to[4] != 'o') return 2;
    swab("abcde", pairs, 5);
    if (pairs[0] != 'b' || pairs[1] != 'a' || pairs[3] != 'c' || pairs[4] != 0) return 3;
    if (strxfrm(to, "abc", 8) != 3 || strcmp(to, "abc") != 0) return 4;
    return 0;
}
