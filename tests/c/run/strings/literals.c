// String literals are static arrays with a zero at the end.
int main(void) {
    const char *s = "hello";
    if (s[0] != 'h' || s[4] != 'o' || s[5] != 0) return 1;
    if (sizeof "hello" != 6 || sizeof "" != 1) return 2;
    if (*"x" != 'x') return 3;
    const char *joined = "ab" "cd" "";
    if (joined[2] != 'c' || joined[4] != 0) return 4;
    if (sizeof "a\0b" != 4 || "a\0b"[2] != 'b') return 5;
    int n = 0;
    for (const char *p = s; *p; p++) n++;
    if (n != 5) return 6;
    return 0;
}
