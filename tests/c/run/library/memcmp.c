// memcmp compares as unsigned bytes.
typedef __typeof__(sizeof 0) size_t;
int memcmp(const void *a, const void *b, size_t count);

int main(void) {
    if (memcmp("abc", "abc", 4) != 0) return 1;
    if (!(memcmp("abc", "abd", 3) < 0) || !(memcmp("abd", "abc", 3) > 0)) return 2;
    if (memcmp("abc", "abd", 2) != 0) return 3;
    if (!(memcmp("\xff", "\x01", 1) > 0)) return 4;
    if (memcmp("x", "y", 0) != 0) return 5;
    int a[2] = {1, 2}, b[2] = {1, 2};
    if (memcmp(a, b, sizeof a)) return 6;
    b[1] = 0x102;
    if (!(memcmp(a, b, sizeof a) < 0)) return 7;
    return 0;
}
