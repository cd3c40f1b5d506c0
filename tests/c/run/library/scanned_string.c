// What sscanf reads from a string.
int sscanf(const char *, const char *, ...);
int strcmp(const char *, const char *);

int main(void) {
    int a = 0, b = 0;
    unsigned u = 0;
    long l = 0;
    short h = 0;
    char c = 0, word[16] = "", other[16] = "";
    if (sscanf(" 12, -34", "%d , %d", &a, &b) != 2 || a != 12 || b != -34) return 1;
    if (sscanf("12x", "%d %d", &a, &b) != 1 || b != -34) return 2;
    if (sscanf("", "%d", &a) != -1 || sscanf("   ", "%d", &a) != -1) return 3;
    if (sscanf("-", "%d", &a) != 0 || sscanf("x", "%d", &a) != 0) return 4;
    if (sscanf("12345", "%2d%d", &a, &b) != 2 || a != 12 || b != 345) return 5;
    if (sscanf("0x1F ff 0x", "%x %x", &u, (unsigned *)&a) != 2 || u != 31 || a != 255) return 6;
    if (sscanf("-1 17", "%u %o", &u, (unsigned *)&a) != 2 || u != -1u || a != 15) return 7;
    if (sscanf("70000", "%hd", &h) != 1 || h != 4464) return 8;
    if (sscanf("-123456789", "%ld", &l) != 1 || l != -123456789) return 9;
    if (sscanf("one  two", "%s%15s", word, other) != 2 || strcmp(word, "one") || strcmp(other, "two")) return 10;
    if (sscanf("key=value", "%[a-z]=%[^;]", word, other) != 2 || strcmp(word, "key")) return 11;
    if (strcmp(other, "value")) return 12;
    if (sscanf("a b", "%c%*c%c", &c, word) != 2 || c != 'a' || word[0] != 'b') return 13;
    if (sscanf("7 8", "%*d %d", &a) != 1 || a != 8) return 14;
    if (sscanf("5%", "%d%%", &a) != 1 || a != 5) return 15;
    if (sscanf("a]b", "%[]a]%c", word, &c) != 2 || strcmp(word, "a]") || c != 'b') return 16;
    return 0;
}
