/* Numbers: absolute values, and numbers from strings as glibc reads them. `errno` is an object of this unit; that 34 is
   ERANGE and 22 EINVAL is Linux's choice. */

int isspace(int c);

static int errno_object;

int *__errno_location(void)
{
    return &errno_object;
}

int abs(int n)
{
    return n < 0 ? -n : n;
}

long labs(long n)
{
    return n < 0 ? -n : n;
}

long long llabs(long long n)
{
    return n < 0 ? -n : n;
}

/* The value of a digit in any base, or 36. */
static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

/* Reads blanks, a sign, a prefix and digits. The magnitude is at most `limit`, or `limit` + 1 after a minus if that is
   asked for; `*is_large` tells whether it was cut off. `*end` is the place behind the number, or `text` if there is none. */
static unsigned long long read_digits(const char *text, const char **end, int base, unsigned long long limit,
                                      int has_one_more, int *is_negative, int *is_large)
{
    const char *s = text;
    *end = text;
    *is_negative = 0;
    *is_large = 0;
    if (base < 0 || base == 1 || base > 36) {
        errno_object = 22;
        return 0;
    }
    while (isspace((unsigned char)*s))
        s++;
    if (*s == '-') {
        *is_negative = 1;
        s++;
    } else if (*s == '+') {
        s++;
    }
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit_value(s[2]) < 16) {
        s = s + 2;
        base = 16;
    } else if (base == 0) {
        base = s[0] == '0' ? 8 : 10;
    }
    if (has_one_more && *is_negative)
        limit = limit + 1;
    unsigned long long value = 0;
    while (digit_value(*s) < base) {
        unsigned long long digit = digit_value(*s);
        if (value > (limit - digit) / base)
            *is_large = 1;
        else
            value = value * base + digit;
        s++;
        *end = s;
    }
    if (*is_large) {
        errno_object = 34;
        return limit;
    }
    return value;
}

unsigned long long strtoull(const char *text, char **end, int base)
{
    const char *behind;
    int is_negative;
    int is_large;
    unsigned long long value = read_digits(text, &behind, base, ~0ULL, 0, &is_negative, &is_large);
    if (end != 0)
        *end = (char *)behind;
    if (is_negative && !is_large)
        return 0ULL - value;
    return value;
}

unsigned long strtoul(const char *text, char **end, int base)
{
    const char *behind;
    int is_negative;
    int is_large;
    unsigned long value = read_digits(text, &behind, base, ~0UL, 0, &is_negative, &is_large);
    if (end != 0)
        *end = (char *)behind;
    if (is_negative && !is_large)
        return 0UL - value;
    return value;
}

long long strtoll(const char *text, char **end, int base)
{
    const char *behind;
    int is_negative;
    int is_large;
    unsigned long long value = read_digits(text, &behind, base, ~0ULL >> 1, 1, &is_negative, &is_large);
    if (end != 0)
        *end = (char *)behind;
    if (is_negative && value > 0)
        return -(long long)(value - 1) - 1;
    return value;
}

long strtol(const char *text, char **end, int base)
{
    const char *behind;
    int is_negative;
    int is_large;
    unsigned long value = read_digits(text, &behind, base, ~0UL >> 1, 1, &is_negative, &is_large);
    if (end != 0)
        *end = (char *)behind;
    if (is_negative && value > 0)
        return -(long)(value - 1) - 1;
    return value;
}

int atoi(const char *text)
{
    return (int)strtol(text, 0, 10);
}

long atol(const char *text)
{
    return strtol(text, 0, 10);
}

long long atoll(const char *text)
{
    return strtoll(text, 0, 10);
}

typedef struct {
    int quot;
    int rem;
} div_t;

typedef struct {
    long quot;
    long rem;
} ldiv_t;

typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

div_t div(int number, int by)
{
    div_t result = {number / by, number % by};
    return result;
}

ldiv_t ldiv(long number, long by)
{
    ldiv_t result = {number / by, number % by};
    return result;
}

lldiv_t lldiv(long long number, long long by)
{
    lldiv_t result = {number / by, number % by};
    return result;
}

/* What headers of glibc call instead, by their age. */
long __strtol_internal(const char *text, char **end, int base, int group)
{
    return strtol(text, end, base);
}

unsigned long __strtoul_internal(const char *text, char **end, int base, int group)
{
    return strtoul(text, end, base);
}

long long __strtoll_internal(const char *text, char **end, int base, int group)
{
    return strtoll(text, end, base);
}

unsigned long long __strtoull_internal(const char *text, char **end, int base, int group)
{
    return strtoull(text, end, base);
}
