/* Strings: character by character. Comparisons give the difference of the first characters that differ. */

int tolower(int c);

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t strnlen(const char *s, size_t limit)
{
    size_t n = 0;
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

char *stpcpy(char *to, const char *from)
{
    size_t i = 0;
    while (from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to + i;
}

char *strcpy(char *to, const char *from)
{
    stpcpy(to, from);
    return to;
}

char *stpncpy(char *to, const char *from, size_t size)
{
    size_t i = 0;
    while (i < size && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    for (size_t rest = i; rest < size; rest++)
        to[rest] = 0;
    return to + i;
}

char *strncpy(char *to, const char *from, size_t size)
{
    stpncpy(to, from, size);
    return to;
}

char *strcat(char *to, const char *from)
{
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t limit)
{
    size_t end = strlen(to);
    size_t i = 0;
    while (i < limit && from[i] != 0) {
        to[end + i] = from[i];
        i++;
    }
    to[end + i] = 0;
    return to;
}

size_t strlcpy(char *to, const char *from, size_t size)
{
    size_t length = strlen(from);
    if (size > 0) {
        size_t i = 0;
        while (i < size - 1 && from[i] != 0) {
            to[i] = from[i];
            i++;
        }
        to[i] = 0;
    }
    return length;
}

size_t strlcat(char *to, const char *from, size_t size)
{
    size_t end = strnlen(to, size);
    if (end == size)
        return size + strlen(from);
    return end + strlcpy(to + end, from, size - end);
}

int strcmp(const char *left, const char *right)
{
    size_t i = 0;
    while (left[i] != 0 && left[i] == right[i])
        i++;
    return (unsigned char)left[i] - (unsigned char)right[i];
}

int strcoll(const char *left, const char *right)
{
    return strcmp(left, right);
}

int strncmp(const char *left, const char *right, size_t limit)
{
    for (size_t i = 0; i < limit; i++) {
        if (left[i] != right[i] || left[i] == 0)
            return (unsigned char)left[i] - (unsigned char)right[i];
    }
    return 0;
}

int strcasecmp(const char *left, const char *right)
{
    size_t i = 0;
    while (left[i] != 0 && tolower((unsigned char)left[i]) == tolower((unsigned char)right[i]))
        i++;
    return tolower((unsigned char)left[i]) - tolower((unsigned char)right[i]);
}

int strncasecmp(const char *left, const char *right, size_t limit)
{
    for (size_t i = 0; i < limit; i++) {
        int a = tolower((unsigned char)left[i]);
        int b = tolower((unsigned char)right[i]);
        if (a != b || a == 0)
            return a - b;
    }
    return 0;
}

char *strchr(const char *s, int c)
{
    size_t i = 0;
    while (s[i] != (char)c) {
        if (s[i] == 0)
            return 0;
        i++;
    }
    return (char *)(s + i);
}

char *strchrnul(const char *s, int c)
{
    size_t i = 0;
    while (s[i] != 0 && s[i] != (char)c)
        i++;
    return (char *)(s + i);
}

char *strrchr(const char *s, int c)
{
    for (size_t i = strlen(s) + 1; i > 0; i--) {
        if (s[i - 1] == (char)c)
            return (char *)(s + (i - 1));
    }
    return 0;
}

char *strstr(const char *s, const char *wanted)
{
    size_t length = strlen(wanted);
    size_t i = 0;
    while (strncmp(s + i, wanted, length) != 0) {
        if (s[i] == 0)
            return 0;
        i++;
    }
    return (char *)(s + i);
}

char *index(const char *s, int c)
{
    return strchr(s, c);
}

char *rindex(const char *s, int c)
{
    return strrchr(s, c);
}

char *strcasestr(const char *s, const char *wanted)
{
    size_t length = strlen(wanted);
    size_t i = 0;
    while (strncasecmp(s + i, wanted, length) != 0) {
        if (s[i] == 0)
            return 0;
        i++;
    }
    return (char *)(s + i);
}

void *memmem(const void *memory, size_t size, const void *wanted, size_t length)
{
    const char *bytes = memory;
    for (size_t i = 0; length <= size && i <= size - length; i++) {
        if (memcmp(bytes + i, wanted, length) == 0)
            return (void *)(bytes + i);
    }
    return 0;
}

size_t strspn(const char *s, const char *accepted)
{
    size_t n = 0;
    while (s[n] != 0 && strchr(accepted, s[n]) != 0)
        n++;
    return n;
}

size_t strcspn(const char *s, const char *rejected)
{
    size_t n = 0;
    while (s[n] != 0 && strchr(rejected, s[n]) == 0)
        n++;
    return n;
}

char *strpbrk(const char *s, const char *wanted)
{
    size_t n = strcspn(s, wanted);
    if (s[n] == 0)
        return 0;
    return (char *)(s + n);
}

char *strsep(char **next, const char *separators)
{
    char *token = *next;
    if (token == 0)
        return 0;
    size_t n = strcspn(token, separators);
    if (token[n] == 0) {
        *next = 0;
    } else {
        token[n] = 0;
        *next = token + n + 1;
    }
    return token;
}

char *strtok_r(char *s, const char *separators, char **next)
{
    if (s == 0)
        s = *next;
    if (s == 0)
        return 0;
    s = s + strspn(s, separators);
    if (*s == 0) {
        *next = s;
        return 0;
    }
    size_t n = strcspn(s, separators);
    if (s[n] == 0) {
        *next = s + n;
    } else {
        s[n] = 0;
        *next = s + n + 1;
    }
    return s;
}

char *strtok(char *s, const char *separators)
{
    static char *next;
    return strtok_r(s, separators, &next);
}

char *strdup(const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);
    if (copy != 0)
        memcpy(copy, s, size);
    return copy;
}

char *strndup(const char *s, size_t limit)
{
    size_t length = strnlen(s, limit);
    char *copy = malloc(length + 1);
    if (copy != 0) {
        memcpy(copy, s, length);
        copy[length] = 0;
    }
    return copy;
}

size_t strxfrm(char *to, const char *from, size_t size)
{
    return strlcpy(to, from, size);
}

/* What headers of glibc call instead. */
char *__strdup(const char *s)
{
    return strdup(s);
}

char *__strndup(const char *s, size_t limit)
{
    return strndup(s, limit);
}

void *__rawmemchr(const void *memory, int byte)
{
    return rawmemchr(memory, byte);
}

char *__stpcpy(char *to, const char *from)
{
    return stpcpy(to, from);
}

char *__strtok_r(char *s, const char *separators, char **next)
{
    return strtok_r(s, separators, next);
}

void *__mempcpy(void *to, const void *from, size_t size)
{
    return mempcpy(to, from, size);
}
