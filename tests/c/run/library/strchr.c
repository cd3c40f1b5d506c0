// strchr, strrchr and strstr give pointers into the string.
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
char *strstr(const char *s, const char *t);

int main(void) {
    const char *s = "banana";
    if (strchr(s, 'n') != s + 2 || strrchr(s, 'n') != s + 4) return 1;
    if (strchr(s, 'x') || strrchr(s, 'x')) return 2;
    if (strchr(s, 0) != s + 6) return 3;
    if (strstr(s, "nan") != s + 2 || strstr(s, "nab") || strstr(s, "") != s) return 4;
    return 0;
}
