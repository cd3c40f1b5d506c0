// strcpy and strncpy, with their padding.
typedef __typeof__(sizeof 0) size_t;
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t count);

int main(void) {
    char b[8] = "xxxxxxx";
    if (strcpy(b, "abc") != b) return 1;
    if (b[0] != 'a' || b[2] != 'c' || b[3] != 0 || b[4] != 'x') return 2;
    char c[8] = "xxxxxxx";
    if (strncpy(c, "abcdef", 3) != c) return 3;
    if (c[2] != 'c' || c[3] != 'x') return 4;
    strncpy(c, "z", 4);
    if (c[0] != 'z' || c[1] || c[2] || c[3] || c[4] != 'x') return 5;
    return 0;
}
