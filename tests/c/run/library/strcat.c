// strcat and strncat append.
typedef __typeof__(sizeof 0) size_t;
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t count);
int strcmp(const char *a, const char *b);

int main(void) {
    char b[12] = "ab";
    if (strcat(b, "cd") != b) return 1;
    if (strcmp(b, "abcd")) return 2;
    strcat(b, "");
    strncat(b, "efghij", 2);
    if (strcmp(b, "abcdef")) return 3;
    strncat(b, "x", 5);
    if (strcmp(b, "abcdefx")) return 4;
    return 0;
}
