/* Strings of wide characters, and numbers in the byte order of networks. */

typedef __typeof__(L'a') wide_t;

size_t wcslen(const wide_t *s)
{
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

wide_t *wcscpy(wide_t *to, const wide_t *from)
{
    size_t i = 0;
    while (from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to;
}

wide_t *wcsncpy(wide_t *to, const wide_t *from, size_t size)
{
    size_t i = 0;
    while (i < size && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    for (; i < size; i++)
        to[i] = 0;
    return to;
}

wide_t *wcscat(wide_t *to, const wide_t *from)
{
    wcscpy(to + wcslen(to), from);
    return to;
}

int wcscmp(const wide_t *left, const wide_t *right)
{
    size_t i = 0;
    while (left[i] != 0 && left[i] == right[i])
        i++;
    return left[i] < right[i] ? -1 : left[i] > right[i];
}

int wcsncmp(const wide_t *left, const wide_t *right, size_t limit)
{
    for (size_t i = 0; i < limit; i++) {
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
        if (left[i] == 0)
            return 0;
    }
    return 0;
}

wide_t *wcschr(const wide_t *s, wide_t c)
{
    size_t i = 0;
    while (s[i] != c) {
        if (s[i] == 0)
            return 0;
        i++;
    }
    return (wide_t *)(s + i);
}

size_t wcsnlen(const wide_t *s, size_t limit)
{
    size_t n = 0;
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

wide_t *wcsrchr(const wide_t *s, wide_t c)
{
    for (size_t i = wcslen(s) + 1; i > 0; i--) {
        if (s[i - 1] == c)
            return (wide_t *)(s + (i - 1));
    }
    return 0;
}

wide_t *wcsncat(wide_t *to, const wide_t *from, size_t limit)
{
    size_t end = wcslen(to);
    size_t i = 0;
    while (i < limit && from[i] != 0) {
        to[end + i] = from[i];
        i++;
    }
    to[end + i] = 0;
    return to;
}

wide_t *wcsstr(const wide_t *s, const wide_t *wanted)
{
    size_t length = wcslen(wanted);
    size_t i = 0;
    while (wcsncmp(s + i, wanted, length) != 0) {
        if (s[i] == 0)
            return 0;
        i++;
    }
    return (wide_t *)(s + i);
}

size_t wcsspn(const wide_t *s, const wide_t *accepted)
{
    size_t n = 0;
    while (s[n] != 0 && wcschr(accepted, s[n]) != 0)
        n++;
    return n;
}

size_t wcscspn(const wide_t *s, const wide_t *rejected)
{
    size_t n = 0;
    while (s[n] != 0 && wcschr(rejected, s[n]) == 0)
        n++;
    return n;
}

wide_t *wcspbrk(const wide_t *s, const wide_t *wanted)
{
    size_t n = wcscspn(s, wanted);
    if (s[n] == 0)
        return 0;
    return (wide_t *)(s + n);
}

wide_t *wmemchr(const wide_t *memory, wide_t c, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (memory[i] == c)
            return (wide_t *)(memory + i);
    }
    return 0;
}

int wmemcmp(const wide_t *left, const wide_t *right, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    }
    return 0;
}

wide_t *wmemcpy(wide_t *to, const wide_t *from, size_t count)
{
    return memcpy(to, from, count * sizeof(wide_t));
}

wide_t *wmemmove(wide_t *to, const wide_t *from, size_t count)
{
    return memmove(to, from, count * sizeof(wide_t));
}

wide_t *wmemset(wide_t *to, wide_t c, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = c;
    return to;
}

unsigned htonl(unsigned number)
{
    return __builtin_bswap32(number);
}

unsigned ntohl(unsigned number)
{
    return __builtin_bswap32(number);
}

unsigned short htons(unsigned short number)
{
    return __builtin_bswap16(number);
}

unsigned short ntohs(unsigned short number)
{
    return __builtin_bswap16(number);
}
