// Strings turned around and compared by hand.
int length(const char *s) {
    const char *p = s;
    while (*p) p++;
    return p - s;
}

int main(void) {
    char s[] = "stressed";
    int n = length(s);
    for (int i = 0; i < n / 2; i++) {
        char t = s[i];
        s[i] = s[n - 1 - i];
        s[n - 1 - i] = t;
    }
    const char *expected = "desserts";
    for (int i = 0; i <= n; i++)
        if (s[i] != expected[i]) return i + 1;
    return 0;
}
