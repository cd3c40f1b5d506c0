// Strings of wide characters, and the byte order of networks.
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__(L'a') wide;
size_t wcslen(const wide *);
wide *wcscpy(wide *, const wide *);
wide *wcsncpy(wide *, const wide *, size_t);
wide *wcscat(wide *, const wide *);
int wcscmp(const wide *, const wide *);
wide *wcschr(const wide *, wide);
wide *wmemset(wide *, wide, size_t);
unsigned htonl(unsigned);
unsigned short ntohs(unsigned short);

int main(void) {
    wide a[8];
    if (wcslen(L"abc") != 3 || wcscmp(wcscat(wcscpy(a, L"ab"), L"cd"), L"abcd") != 0) return 1;
    if (wcschr(a, L'c') != a + 2 || wcschr(a, L'x') != 0) return 2;
    if (wcsncpy(a, L"x", 3)[2] != 0 || a[3] != L'd' || wcscmp(L"a", L"b") >= 0) return 3;
    if (wmemset(a, L'z', 2)[1] != L'z' || a[2] != 0) return 4;
    if (htonl(0x01020304u) != 0x04030201u || ntohs(0x0102) != 0x0201) return 5;
    return 0;
}
