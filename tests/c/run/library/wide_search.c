/* Searching in strings of wide characters. */
typedef __typeof__(L'a') wide;
typedef __typeof__(sizeof 0) size_t;
wide *wcsrchr(const wide *, wide);
wide *wcsstr(const wide *, const wide *);
wide *wcspbrk(const wide *, const wide *);
wide *wmemchr(const wide *, wide, size_t);
wide *wcsncat(wide *, const wide *, size_t);
size_t wcsspn(const wide *, const wide *);
size_t wcscspn(const wide *, const wide *);
size_t wcsnlen(const wide *, size_t);
int wmemcmp(const wide *, const wide *, size_t);

int main(void)
{
    wide s[12] = L"abcabd";
    if (wcsrchr(s, L'b') != s + 4 || wcsrchr(s, L'x') != 0 || wcsrchr(s, 0) != s + 6)
        return 1;
    if (wcsstr(s, L"abd") != s + 3 || wcsstr(s, L"") != s || wcsstr(s, L"bb") != 0)
        return 2;
    if (wcspbrk(s, L"dc") != s + 2 || wcspbrk(s, L"x") != 0)
        return 3;
    if (wmemchr(s, L'c', 2) != 0 || wmemchr(s, L'c', 3) != s + 2)
        return 4;
    if (wcsspn(s, L"ab") != 2 || wcscspn(s, L"dc") != 2)
        return 5;
    if (wcsnlen(s, 3) != 3 || wcsnlen(s, 9) != 6)
        return 6;
    if (wmemcmp(s, L"abd", 2) != 0 || wmemcmp(s, L"abd", 3) >= 0)
        return 7;
    if (wcsncat(s, L"xyz", 2) != s || s[7] != L'y' || s[8] != 0)
        return 8;
    return 0;
}
