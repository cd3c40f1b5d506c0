// Wide character constants and strings.
typedef __typeof__(L'a') wchar;

int main(void) {
    wchar c = L'A';
    if (c != 65 || sizeof(wchar) != 4) return 1;
    const wchar *s = L"hey";
    if (s[0] != L'h' || s[2] != L'y' || s[3] != 0) return 2;
    if (sizeof L"hey" != 16) return 3;
    wchar a[] = L"xyz";
    if (sizeof a != 16 || a[1] != L'y') return 4;
    if (L'\x1234' != 0x1234 || L'\u20ac' != 0x20ac) return 5;
    if (sizeof(u'x') != 2 || sizeof(U'x') != 4 || sizeof u"ab" != 6) return 6;
    return 0;
}
