// Lengths of strings.
typedef __typeof__(sizeof 0) size_t;
size_t strlen(const char *s);

int main(void) {
    char s[10] = "abc";
    if (strlen(s) != 3 || strlen("") != 0 || strlen("x\0y") != 1) return 1;
    s[1] = 0;
    if (strlen(s) != 1 || strlen(s + 2) != 1) return 2;
    if (strlen("hello") - 6 < 1) return 3;
    if (__builtin_strlen(s + 3) != 0) return 4;
    return 0;
}
