// memmove copies as if through a buffer.
typedef __typeof__(sizeof 0) size_t;
void *memmove(void *to, const void *from, size_t count);

int main(void) {
    char s[] = "abcdef";
    if (memmove(s + 2, s, 4) != s + 2) return 1;
    if (s[0] != 'a' || s[2] != 'a' || s[3] != 'b' || s[5] != 'd') return 2;
    char t[] = "abcdef";
    memmove(t, t + 2, 4);
    if (t[0] != 'c' || t[3] != 'f' || t[4] != 'e') return 3;
    int a[4] = {1, 2, 3, 4};
    memmove(a + 1, a, 3 * sizeof(int));
    if (a[0] != 1 || a[1] != 1 || a[3] != 3) return 4;
    return 0;
}
