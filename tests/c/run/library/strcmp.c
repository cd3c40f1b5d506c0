// strcmp and strncmp compare as unsigned characters.
typedef __typeof__(sizeof 0) size_t;
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t count);

int main(void) {
    char s[] = "same", t[] = "same";
    if (strcmp(s, t) != 0) return 1;
    if (!(strcmp("a", "b") < 0) || !(strcmp("b", "a") > 0)) return 2;
    if (!(strcmp("ab", "a") > 0) || !(strcmp("", "a") < 0)) return 3;
    if (!(strcmp("\x80", "\x7f") > 0)) return 4;
    if (strncmp("abcd", "abxy", 2) != 0 || !(strncmp("abcd", "abxy", 3) < 0)) return 5;
    if (strncmp("ab", "ab", 10) != 0 || strncmp("x", "y", 0) != 0) return 6;
    return 0;
}
