// What sprintf and snprintf write, for every conversion of integers, characters and strings.
typedef __typeof__(sizeof 0) size_t;
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int strcmp(const char *, const char *);
size_t strlen(const char *);

static char text[64];

int main(void) {
    int n = -42;
    unsigned u = 3054;
    const char *word = "word";
    if (sprintf(text, "%d|%i", n, 0) != 5 || strcmp(text, "-42|0")) return 1;
    if (sprintf(text, "%5d|%-5d|%05d", n, n, n) != 17 || strcmp(text, "  -42|-42  |-0042")) return 2;
    if (sprintf(text, "%+d % d %+.0d", 7, 7, 0) != 7 || strcmp(text, "+7  7 +")) return 3;
    if (sprintf(text, "%u %x %X %o", u, u, u, u) != 17 || strcmp(text, "3054 bee BEE 5756")) return 4;
    if (sprintf(text, "%#x %#X %#o %#x", u, u, u, 0) != 19 || strcmp(text, "0xbee 0XBEE 05756 0")) return 5;
    if (sprintf(text, "%8.5d|%-8.3d|", 12, 12) != 18 || strcmp(text, "   00012|012     |")) return 6;
    if (sprintf(text, "%hhd %hd %hhu", 300, 70000, 255) != 11 || strcmp(text, "44 4464 255")) return 7;
    if (sprintf(text, "%ld %lld", -1L, -9223372036854775807LL - 1) != 23) return 8;
    if (strcmp(text, "-1 -9223372036854775808")) return 9;
    if (sprintf(text, "%s %.2s %6s %-6s.", word, word, word, word) != 22) return 10;
    if (strcmp(text, "word wo   word word  .")) return 11;
    if (sprintf(text, "%c%3c%-3c%%", 'a', 'b', 'c') != 8 || strcmp(text, "a  bc  %")) return 12;
    if (sprintf(text, "%*d|%-*d|%.*s", 4, 1, 3, 2, 2, word) != 11 || strcmp(text, "   1|2  |wo")) return 13;
    if (sprintf(text, "%*d", -4, 1) != 4 || strcmp(text, "1   ")) return 14;
    if (snprintf(text, 4, "%d", 12345) != 5 || strcmp(text, "123")) return 15;
    if (snprintf(text, 0, "%s", word) != 4 || strcmp(text, "123")) return 16;
    if (snprintf(text, 1, "a long text without a conversion") != 32 || text[0]) return 17;
    if (sprintf(text, "a long text without a conversion") != 32 || strlen(text) != 32) return 18;
    if (sprintf(text, "%zu %zd", sizeof text, (size_t)3) != 4 || strcmp(text, "64 3")) return 19;
    if (sprintf(text, "%d %u", -2147483647 - 1, 4294967295u) != 22) return 20;
    if (strcmp(text, "-2147483648 4294967295")) return 21;
    return 0;
}
