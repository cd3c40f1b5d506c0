/* Compares each model with the function of the system's library, on random strings of few different characters. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>

#define SIZE 24

static int failures;

#define EXPECT(condition)                                                                                   \
    do {                                                                                                    \
        if (!(condition) && failures++ < 20)                                                                \
            printf("line %d: %s: s = \"%s\", t = \"%s\", c = %d, n = %zu\n", __LINE__, #condition, s, t, c, n); \
    } while (0)
#define SIGN(x) (((x) > 0) - ((x) < 0))
#define MODEL(result, name, ...) extern result model_##name(__VA_ARGS__)

MODEL(int, memcmp, const void *, const void *, size_t);
MODEL(int, bcmp, const void *, const void *, size_t);
MODEL(void *, memchr, const void *, int, size_t);
MODEL(void *, memrchr, const void *, int, size_t);
MODEL(void *, rawmemchr, const void *, int);
MODEL(void *, mempcpy, void *, const void *, size_t);
MODEL(void, bcopy, const void *, void *, size_t);
MODEL(void, bzero, void *, size_t);
MODEL(size_t, strlen, const char *);
MODEL(size_t, strnlen, const char *, size_t);
MODEL(char *, stpcpy, char *, const char *);
MODEL(char *, strcpy, char *, const char *);
MODEL(char *, stpncpy, char *, const char *, size_t);
MODEL(char *, strncpy, char *, const char *, size_t);
MODEL(char *, strcat, char *, const char *);
MODEL(char *, strncat, char *, const char *, size_t);
MODEL(size_t, strlcpy, char *, const char *, size_t);
MODEL(size_t, strlcat, char *, const char *, size_t);
MODEL(int, strcmp, const char *, const char *);
MODEL(int, strcoll, const char *, const char *);
MODEL(int, strncmp, const char *, const char *, size_t);
MODEL(int, strcasecmp, const char *, const char *);
MODEL(int, strncasecmp, const char *, const char *, size_t);
MODEL(char *, strchr, const char *, int);
MODEL(char *, strchrnul, const char *, int);
MODEL(char *, strrchr, const char *, int);
MODEL(char *, strstr, const char *, const char *);
MODEL(char *, strcasestr, const char *, const char *);
MODEL(char *, index, const char *, int);
MODEL(char *, rindex, const char *, int);
MODEL(void *, memmem, const void *, size_t, const void *, size_t);
MODEL(size_t, strspn, const char *, const char *);
MODEL(size_t, strcspn, const char *, const char *);
MODEL(char *, strpbrk, const char *, const char *);
MODEL(char *, strsep, char **, const char *);
MODEL(char *, strtok, char *, const char *);
MODEL(char *, strtok_r, char *, const char *, char **);
MODEL(char *, strdup, const char *);
MODEL(char *, strndup, const char *, size_t);
MODEL(int *, __errno_location, void);
MODEL(int, abs, int);
MODEL(long, labs, long);
MODEL(long long, llabs, long long);
MODEL(int, atoi, const char *);
MODEL(long, atol, const char *);
MODEL(long long, atoll, const char *);
MODEL(long, strtol, const char *, char **, int);
MODEL(long long, strtoll, const char *, char **, int);
MODEL(unsigned long, strtoul, const char *, char **, int);
MODEL(unsigned long long, strtoull, const char *, char **, int);
MODEL(void, qsort, void *, size_t, size_t, int (*)(const void *, const void *));
MODEL(void *, bsearch, const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
MODEL(double, modf, double, double *);
MODEL(float, modff, float, float *);
MODEL(long double, modfl, long double, long double *);
MODEL(double, frexp, double, int *);
MODEL(float, frexpf, float, int *);
MODEL(long double, frexpl, long double, int *);
#define FLOAT_MODELS(type, suffix)          \
    MODEL(type, scalbn##suffix, type, int);   \
    MODEL(type, ldexp##suffix, type, int);    \
    MODEL(type, scalbln##suffix, type, long); \
    MODEL(int, ilogb##suffix, type);          \
    MODEL(type, logb##suffix, type);          \
    MODEL(type, significand##suffix, type)
FLOAT_MODELS(double, );
FLOAT_MODELS(float, f);
FLOAT_MODELS(long double, l);
MODEL(double, nextafter, double, double);
MODEL(float, nextafterf, float, float);
MODEL(double, nexttoward, double, long double);
MODEL(float, nexttowardf, float, long double);
MODEL(void *, memccpy, void *, const void *, int, size_t);
MODEL(void, swab, const void *, void *, ssize_t);
MODEL(size_t, wcslen, const wchar_t *);
MODEL(wchar_t *, wcscpy, wchar_t *, const wchar_t *);
MODEL(wchar_t *, wcsncpy, wchar_t *, const wchar_t *, size_t);
MODEL(int, wcscmp, const wchar_t *, const wchar_t *);
MODEL(int, wcsncmp, const wchar_t *, const wchar_t *, size_t);
MODEL(wchar_t *, wcschr, const wchar_t *, wchar_t);
MODEL(size_t, wcsnlen, const wchar_t *, size_t);
MODEL(wchar_t *, wcsrchr, const wchar_t *, wchar_t);
MODEL(wchar_t *, wcsncat, wchar_t *, const wchar_t *, size_t);
MODEL(wchar_t *, wcsstr, const wchar_t *, const wchar_t *);
MODEL(size_t, wcsspn, const wchar_t *, const wchar_t *);
MODEL(size_t, wcscspn, const wchar_t *, const wchar_t *);
MODEL(wchar_t *, wcspbrk, const wchar_t *, const wchar_t *);
MODEL(wchar_t *, wmemchr, const wchar_t *, wchar_t, size_t);
MODEL(int, wmemcmp, const wchar_t *, const wchar_t *, size_t);
MODEL(const unsigned short **, __ctype_b_loc, void);
MODEL(const int **, __ctype_tolower_loc, void);
MODEL(const int **, __ctype_toupper_loc, void);
MODEL(unsigned short, __character_class, int);
MODEL(int, __lower_character, int);
MODEL(int, __upper_character, int);
MODEL(char *, fgets, char *, int, void *);
MODEL(int, rand, void);
MODEL(long, random, void);

int __VERIFIER_nondet_int(void)
{
    return rand() % 4 == 0 ? '\n' : rand() % 256;
}

long __VERIFIER_nondet_long(void)
{
    return rand();
}

unsigned long __VERIFIER_nondet_ulong(void)
{
    return rand();
}

char __VERIFIER_nondet_char(void)
{
    return (char)rand();
}

void __VERIFIER_assume(int condition)
{
    if (!condition)
        abort();
}

static void random_text(char *text, const char *alphabet)
{
    size_t length = rand() % (SIZE / 2);
    for (size_t i = 0; i < length; i++)
        text[i] = alphabet[rand() % strlen(alphabet)];
    text[length] = 0;
}

static int compare_bytes(const void *a, const void *b)
{
    return (*(const char *)a & 15) - (*(const char *)b & 15);
}

static void check_memory(const char *s, const char *t, int c, size_t n)
{
    char mine[2 * SIZE], theirs[2 * SIZE];
    EXPECT(SIGN(model_memcmp(s, t, n)) == SIGN(memcmp(s, t, n)));
    EXPECT((model_bcmp(s, t, n) == 0) == (memcmp(s, t, n) == 0));
    EXPECT(model_memchr(s, c, n) == memchr(s, c, n));
    EXPECT(model_memrchr(s, c, n) == memrchr(s, c, n));
    EXPECT(model_rawmemchr(s, 0) == memchr(s, 0, SIZE));
    memset(mine, 1, sizeof mine);
    memset(theirs, 1, sizeof theirs);
    EXPECT((char *)model_mempcpy(mine, s, n) == mine + n);
    mempcpy(theirs, s, n);
    EXPECT(memcmp(mine, theirs, sizeof mine) == 0);
    model_bcopy(mine, mine + 3, n);
    memmove(theirs + 3, theirs, n);
    EXPECT(memcmp(mine, theirs, sizeof mine) == 0);
    model_bzero(mine, n);
    memset(theirs, 0, n);
    EXPECT(memcmp(mine, theirs, sizeof mine) == 0);
}

/* The two buffers are written by the model and by the library; they must be alike, and so must the results. */
#define WRITES(call, offset)                                       \
    do {                                                           \
        memset(mine, 1, sizeof mine);                              \
        memset(theirs, 1, sizeof theirs);                          \
        strcpy(mine, t);                                           \
        strcpy(theirs, t);                                         \
        {                                                          \
            char *to = mine;                                       \
            size_t result = (size_t)(model_##call) - (offset ? (size_t)mine : 0); \
            to = theirs;                                           \
            EXPECT(result == (size_t)(call) - (offset ? (size_t)theirs : 0)); \
        }                                                          \
        EXPECT(memcmp(mine, theirs, sizeof mine) == 0);            \
    } while (0)

static void check_copies(const char *s, const char *t, int c, size_t n)
{
    char mine[2 * SIZE], theirs[2 * SIZE];
    WRITES(stpcpy(to, s), 1);
    WRITES(strcpy(to, s), 1);
    WRITES(stpncpy(to, s, n), 1);
    WRITES(strncpy(to, s, n), 1);
    WRITES(strcat(to, s), 1);
    WRITES(strncat(to, s, n), 1);
    /* These are missing in some libraries: against snprintf. */
    memset(mine, 1, sizeof mine);
    memset(theirs, 1, sizeof theirs);
    EXPECT(model_strlcpy(mine, s, n) == strlen(s));
    snprintf(theirs, n, "%s", s);
    EXPECT(memcmp(mine, theirs, sizeof mine) == 0);
    if (n > strlen(t)) {
        strcpy(mine, t);
        EXPECT(model_strlcat(mine, s, n) == strlen(s) + strlen(t));
        snprintf(theirs, n, "%s%s", t, s);
        EXPECT(strcmp(mine, theirs) == 0);
    }
    char *copy = model_strdup(s);
    EXPECT(strcmp(copy, s) == 0);
    free(copy);
    copy = model_strndup(s, n);
    EXPECT(strncmp(copy, s, n) == 0 && strlen(copy) == strnlen(s, n));
    free(copy);
}

static void check_strings(const char *s, const char *t, int c, size_t n)
{
    EXPECT(model_strlen(s) == strlen(s));
    EXPECT(model_strnlen(s, n) == strnlen(s, n));
    EXPECT(SIGN(model_strcmp(s, t)) == SIGN(strcmp(s, t)));
    EXPECT(SIGN(model_strcoll(s, t)) == SIGN(strcoll(s, t)));
    EXPECT(SIGN(model_strncmp(s, t, n)) == SIGN(strncmp(s, t, n)));
    EXPECT(SIGN(model_strcasecmp(s, t)) == SIGN(strcasecmp(s, t)));
    EXPECT(SIGN(model_strncasecmp(s, t, n)) == SIGN(strncasecmp(s, t, n)));
    EXPECT(model_strchr(s, c) == strchr(s, c));
    EXPECT(model_strchr(s, 0) == strchr(s, 0));
    EXPECT(model_strchrnul(s, c) == strchrnul(s, c));
    EXPECT(model_strrchr(s, c) == strrchr(s, c));
    EXPECT(model_strrchr(s, 0) == strrchr(s, 0));
    EXPECT(model_strstr(s, t) == strstr(s, t));
    EXPECT(model_strspn(s, t) == strspn(s, t));
    EXPECT(model_strcspn(s, t) == strcspn(s, t));
    EXPECT(model_strpbrk(s, t) == strpbrk(s, t));
}

static void check_tokens(const char *s, const char *t, int c, size_t n)
{
    char mine[SIZE], theirs[SIZE];
    char *my_next, *their_next, *my_token, *their_token;
    for (int kind = 0; kind < 3; kind++) {
        strcpy(mine, s);
        strcpy(theirs, s);
        my_next = mine;
        their_next = theirs;
        int is_first = 1;
        do {
            if (kind == 0) {
                my_token = model_strtok(is_first ? mine : 0, t);
                their_token = strtok(is_first ? theirs : 0, t);
            } else if (kind == 1) {
                my_token = model_strtok_r(is_first ? mine : 0, t, &my_next);
                their_token = strtok_r(is_first ? theirs : 0, t, &their_next);
            } else {
                my_token = model_strsep(&my_next, t);
                their_token = strsep(&their_next, t);
            }
            is_first = 0;
            EXPECT((my_token == 0) == (their_token == 0));
            EXPECT(my_token == 0 || my_token - mine == their_token - theirs);
        } while (my_token && their_token);
        EXPECT(memcmp(mine, theirs, strlen(s) + 1) == 0);
    }
}

#define READS(type, name)                                       \
    do {                                                        \
        char *my_end, *their_end;                               \
        errno = 0;                                              \
        *model___errno_location() = 0;                          \
        type mine = model_##name(s, &my_end, base);             \
        type theirs = name(s, &their_end, base);                \
        EXPECT(mine == theirs);                                 \
        EXPECT(my_end == their_end);                            \
        EXPECT(errno == *model___errno_location());             \
    } while (0)

static void check_numbers(const char *s, const char *t, int c, size_t n)
{
    const int bases[] = {0, 2, 8, 10, 16, 36};
    int base = bases[rand() % 6];
    READS(long, strtol);
    READS(long long, strtoll);
    READS(unsigned long, strtoul);
    READS(unsigned long long, strtoull);
    EXPECT(model_atoi(s) == atoi(s));
    EXPECT(model_atol(s) == atol(s));
    EXPECT(model_atoll(s) == atoll(s));
    long number = strtol(s, 0, 16);
    EXPECT(model_abs((int)number / 2) == abs((int)number / 2));
    EXPECT(model_labs(number) == labs(number));
    EXPECT(model_llabs(number) == llabs(number));
}

static void check_arrays(const char *s, const char *t, int c, size_t n)
{
    char mine[SIZE], theirs[SIZE];
    size_t size = 1 + rand() % 3, count = strlen(s) / size;
    strcpy(mine, s);
    strcpy(theirs, s);
    model_qsort(mine, count, size, compare_bytes);
    qsort(theirs, count, size, compare_bytes);
    EXPECT(memcmp(mine, theirs, strlen(s)) == 0);
    char key = (char)c;
    char *found = model_bsearch(&key, theirs, count, size, compare_bytes);
    char *expected = bsearch(&key, theirs, count, size, compare_bytes);
    EXPECT((found == 0) == (expected == 0));
    EXPECT(found == 0 || compare_bytes(found, &key) == 0);
}

static int same(long double a, long double b)
{
    return (a != a && b != b) || (a == b && signbit(a) == signbit(b));
}

#define SPLITS(type, suffix, value)                                       \
    do {                                                                  \
        type x = (type)(value), mine, theirs;                             \
        int my_exponent = 0, their_exponent = 0;                          \
        EXPECT(same(model_modf##suffix(x, &mine), modf##suffix(x, &theirs))); \
        EXPECT(same(mine, theirs));                                       \
        mine = model_frexp##suffix(x, &my_exponent);                      \
        theirs = frexp##suffix(x, &their_exponent);                       \
        EXPECT(same(mine, theirs));                                       \
        EXPECT(my_exponent == their_exponent || !isfinite(x));            \
    } while (0)

#define SCALES(type, suffix, value, by)                                              \
    do {                                                                             \
        type x = (type)(value);                                                      \
        EXPECT(same(model_scalbn##suffix(x, by), scalbn##suffix(x, by)));            \
        EXPECT(same(model_ldexp##suffix(x, by), ldexp##suffix(x, by)));              \
        EXPECT(same(model_scalbln##suffix(x, by), scalbln##suffix(x, by)));          \
        EXPECT(model_ilogb##suffix(x) == ilogb##suffix(x));                          \
        EXPECT(same(model_logb##suffix(x), logb##suffix(x)));                        \
        EXPECT(same(model_significand##suffix(x), significand##suffix(x)));          \
    } while (0)

static void check_neighbours(double x, double y, const char *s, const char *t, int c, size_t n)
{
    EXPECT(same(model_nextafter(x, y), nextafter(x, y)));
    EXPECT(same(model_nextafterf(x, y), nextafterf(x, y)));
    EXPECT(same(model_nexttoward(x, y), nexttoward(x, y)));
    EXPECT(same(model_nexttoward(x, x * (1.0L + 0x1p-60L)), nexttoward(x, x * (1.0L + 0x1p-60L))));
    EXPECT(same(model_nexttowardf(x, y), nexttowardf(x, y)));
}

static void check_wide(const char *s, const char *t, int c, size_t n)
{
    wchar_t a[SIZE], b[SIZE], mine[SIZE] = {1, 2, 3}, theirs[SIZE] = {1, 2, 3};
    for (size_t i = 0; i < SIZE; i++) {
        a[i] = s[i];
        b[i] = t[i];
    }
    EXPECT(model_wcslen(a) == wcslen(a));
    EXPECT(SIGN(model_wcscmp(a, b)) == SIGN(wcscmp(a, b)));
    EXPECT(SIGN(model_wcsncmp(a, b, n)) == SIGN(wcsncmp(a, b, n)));
    EXPECT(model_wcschr(a, c) == wcschr(a, c));
    EXPECT(model_wcscpy(mine, a) == mine && wcscpy(theirs, a) && memcmp(mine, theirs, sizeof mine) == 0);
    EXPECT(model_wcsnlen(a, n) == wcsnlen(a, n) && model_wcsrchr(a, c) == wcsrchr(a, c));
    EXPECT(model_wcsstr(a, b) == wcsstr(a, b) && model_wcspbrk(a, b) == wcspbrk(a, b));
    EXPECT(model_wcsspn(a, b) == wcsspn(a, b) && model_wcscspn(a, b) == wcscspn(a, b));
    EXPECT(model_wmemchr(a, c, n) == wmemchr(a, c, n));
    EXPECT(SIGN(model_wmemcmp(a, b, n)) == SIGN(wmemcmp(a, b, n)));
    EXPECT(model_wcsncpy(mine, b, n) == mine && wcsncpy(theirs, b, n) && memcmp(mine, theirs, sizeof mine) == 0);
}

static void check_bytes(const char *s, const char *t, int c, size_t n)
{
    char mine[SIZE], theirs[SIZE];
    memcpy(mine, t, SIZE);
    memcpy(theirs, t, SIZE);
    EXPECT(model_strcasestr(s, t) == strcasestr(s, t));
    EXPECT(model_index(s, c) == index(s, c) && model_rindex(s, c) == rindex(s, c));
    EXPECT(model_memmem(s, SIZE, t, n) == memmem(s, SIZE, t, n) && model_memmem(s, 3, t, 1) == memmem(s, 3, t, 1));
    char *end = model_memccpy(mine, s, c, n), *expected = memccpy(theirs, s, c, n);
    EXPECT((end == 0) == (expected == 0) && (end == 0 || end - mine == expected - theirs));
    EXPECT(memcmp(mine, theirs, SIZE) == 0);
    model_swab(s, mine, n & ~1);
    swab(s, theirs, n & ~1);
    EXPECT(memcmp(mine, theirs, SIZE) == 0);
}

static void check_floats(const char *s, const char *t, int c, size_t n)
{
    const double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 0.5, 1.0, -1.0, 5e-324, 1e308};
    double value = rand() % 4 == 0 ? special[rand() % 10] : ldexp(rand() - RAND_MAX / 2, rand() % 200 - 150);
    SPLITS(double, , value);
    SPLITS(float, f, value);
    SPLITS(long double, l, value);
    int by = rand() % 8 == 0 ? rand() : rand() % 4500 - 2250;
    SCALES(double, , value, by);
    SCALES(float, f, value, by / 8);
    SCALES(long double, l, value, by * 8);
    check_neighbours(value, rand() % 3 == 0 ? special[rand() % 10] : rand() - RAND_MAX / 2, s, t, c, n);
}

#define ASKS(name)                            \
    do {                                      \
        extern int model_##name(int);         \
        EXPECT(!model_##name(c) == !name(c)); \
    } while (0)
#define TURNS(name)                         \
    do {                                    \
        extern int model_##name(int);       \
        EXPECT(model_##name(c) == name(c)); \
    } while (0)

static void check_characters(void)
{
    const char *s = "", *t = "";
    size_t n = 0;
    for (int c = -1; c < 256; c++) {
        ASKS(isalnum);
        ASKS(isalpha);
        ASKS(isascii);
        ASKS(isblank);
        ASKS(iscntrl);
        ASKS(isdigit);
        ASKS(isgraph);
        ASKS(islower);
        ASKS(isprint);
        ASKS(ispunct);
        ASKS(isspace);
        ASKS(isupper);
        ASKS(isxdigit);
        TURNS(toascii);
        TURNS(tolower);
        TURNS(toupper);
    }
    for (int c = -128; c < 256; c++) {
        EXPECT((*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c]);
        EXPECT(model___character_class(c) == (*__ctype_b_loc())[c]);
        EXPECT(model___lower_character(c) == (*__ctype_tolower_loc())[c]);
        EXPECT(model___upper_character(c) == (*__ctype_toupper_loc())[c]);
        EXPECT((*model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c]);
        EXPECT((*model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c]);
        TURNS(tolower);
        TURNS(toupper);
    }
}

static void check_input(const char *s, const char *t, int c, size_t n)
{
    char line[SIZE + 1];
    memset(line, 1, sizeof line);
    EXPECT(model_rand() >= 0);
    EXPECT(model_random() >= 0);
    if (n > 1) {
        EXPECT(model_fgets(line, (int)n, stdin) == line);
        EXPECT(memchr(line, 0, n) != 0);
    }
}

/* Around the limits of the types. */
static const char *LIMITS[] = {
    "2147483647",           "2147483648",          "-2147483648",          "-2147483649",
    "4294967295",           "9223372036854775807", "9223372036854775808",  "-9223372036854775808",
    "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-18446744073709551615",
    "0x7fffffffffffffff",   "0x8000000000000000",  "0xffffffffffffffff",   "0x10000000000000000",
};

int main(void)
{
    char s[SIZE], t[SIZE];
    srand(1);
    check_characters();
    for (int round = 0; round < 16 * 100; round++)
        check_numbers(LIMITS[round % 16], "", 0, 0);
    for (int round = 0; round < 20000; round++) {
        memset(s, 0, SIZE);
        memset(t, 0, SIZE);
        random_text(s, round % 3 == 0 ? "ab" : round % 3 == 1 ? "aA\xe4 ,b" : "+- 0123456789abfxX");
        random_text(t, "abA,");
        int c = rand() % 8 == 0 ? rand() % 512 - 128 : s[rand() % (strlen(s) + 1)];
        size_t n = rand() % SIZE;
        check_memory(s, t, c, n);
        check_copies(s, t, c, n);
        check_strings(s, t, c, n);
        check_tokens(s, t, c, n);
        check_numbers(s, t, c, n);
        check_arrays(s, t, c, n);
        check_floats(s, t, c, n);
        check_wide(s, t, c, n);
        check_bytes(s, t, c, n);
        check_input(s, t, c, n);
        random_text(s, " +-0123456789");
        check_numbers(s, t, c, n);
        strcat(s, "99999999999");
        check_numbers(s, t, c, n);
    }
    return failures != 0;
}
