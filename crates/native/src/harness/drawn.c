/* Draws inputs: first those that the environment chooses, then others in a manner of their own. Says which inputs there
 * were, and with what they were compared, so that whoever chooses can choose better. The names are
 * ours, because the program may declare any other. */

typedef unsigned long long principia_word;

enum { PRINCIPIA_REMEMBERED = 64 };

extern char **environ;

/* The inputs so far, as bits: signed or unsigned integers ('i', 'u'), floats ('f'), doubles ('d'),
 * and others. */
static struct {
    principia_word bits;
    char kind;
} principia_given[PRINCIPIA_REMEMBERED];
static unsigned principia_count;

static principia_word principia_chosen[PRINCIPIA_REMEMBERED];
static unsigned principia_chosen_count;
static principia_word principia_manner;
static principia_word principia_state;

/* PRINCIPIA_INPUTS=MANNER,BITS,BITS,... in hexadecimal digits. */
static void principia_begin(void)
{
    static const char name[] = "PRINCIPIA_INPUTS=";
    if (principia_state)
        return;
    for (char **entry = environ; entry && *entry; entry++) {
        const char *text = *entry;
        const char *expected = name;
        while (*expected && *text == *expected)
            text++, expected++;
        if (*expected)
            continue;
        for (principia_word *target = &principia_manner;; target = &principia_chosen[principia_chosen_count++]) {
            for (; *text && *text != ','; text++)
                *target = *target * 16 + (*text <= '9' ? *text - '0' : *text - 'a' + 10);
            if (!*text++ || principia_chosen_count == PRINCIPIA_REMEMBERED)
                break;
        }
    }
    principia_state = 0x9e3779b97f4a7c15ULL * (principia_manner + 1);
}

static principia_word principia_random_word(void)
{
    principia_state ^= principia_state << 13;
    principia_state ^= principia_state >> 7;
    principia_state ^= principia_state << 17;
    return principia_state;
}

/* Small numbers, numbers of the program and their neighbours, numbers at the edge, any number. */
static principia_word principia_mixed(void)
{
    principia_word kind = principia_random_word() >> 20 & 7;
    principia_word bits = principia_random_word() >> 3;
    switch (kind) {
    case 0:
    case 1:
        return bits & 3;
    case 2:
        return bits % 21 - 10;
    case 3:
    case 4:
        return principia_constants[bits % (sizeof principia_constants / sizeof *principia_constants)];
    case 5:
        return principia_constants[bits % (sizeof principia_constants / sizeof *principia_constants)] + (bits & 1024 ? 1 : -1);
    case 6:
        return ((principia_word)1 << bits % 64) - (bits >> 10 & 1);
    default:
        return principia_random_word();
    }
}

static principia_word principia_drawn(void)
{
    switch (principia_manner) {
    case 0:
        return 0;
    case 1:
        return 1;
    case 2:
        return -1;
    case 3:
        return principia_count + 1;
    case 4:
        return principia_count & 1 ? 0 : 2;
    default:
        return principia_mixed();
    }
}

static int principia_is_chosen(void)
{
    principia_begin();
    return principia_count < principia_chosen_count;
}

principia_word principia_draw(void)
{
    return principia_is_chosen() ? principia_chosen[principia_count] : principia_drawn();
}

void principia_note(principia_word bits, char kind, const char *name)
{
    if (principia_count < PRINCIPIA_REMEMBERED) {
        principia_given[principia_count].bits = bits;
        principia_given[principia_count].kind = kind;
        dprintf(2, "principia: input %c %llx %s\n", kind, bits, name);
    }
    principia_count++;
}

union principia_float {
    unsigned bits;
    float value;
};

union principia_double {
    principia_word bits;
    double value;
};

float principia_draw_float(const char *name)
{
    union principia_float number;
    if (principia_is_chosen())
        number.bits = principia_chosen[principia_count];
    else
        number.value = (long long)principia_drawn();
    principia_note(number.bits, 'f', name);
    return number.value;
}

double principia_draw_double(const char *name)
{
    union principia_double number;
    if (principia_is_chosen())
        number.bits = principia_chosen[principia_count];
    else
        number.value = (long long)principia_drawn();
    principia_note(number.bits, 'd', name);
    return number.value;
}

/* A pointer to nothing, or to an object that nobody else has. */
void *principia_draw_pointer(const char *name)
{
    static char object[1 << 16] __attribute__((aligned(64)));
    int is_null = principia_draw() == 0;
    principia_note(!is_null, 'p', name);
    return is_null ? 0 : object;
}

/* An input would lead elsewhere if it were something else. */
static void principia_suggest(unsigned index, principia_word bits)
{
    static struct {
        unsigned index;
        principia_word bits;
    } made[PRINCIPIA_REMEMBERED];
    static unsigned made_count;
    for (unsigned at = 0; at < made_count; at++)
        if (made[at].index == index && made[at].bits == bits)
            return;
    if (made_count == PRINCIPIA_REMEMBERED)
        return;
    made[made_count].index = index;
    made[made_count++].bits = bits;
    dprintf(2, "principia: compared %u %llx\n", index, bits);
}

static void principia_match(principia_word seen, principia_word other, unsigned unused)
{
    for (unsigned at = principia_count < PRINCIPIA_REMEMBERED ? principia_count : PRINCIPIA_REMEMBERED; at-- > 0;)
        if ((principia_given[at].kind == 'i' || principia_given[at].kind == 'u') && (principia_given[at].bits ^ seen) << unused == 0) {
            principia_suggest(at, (long long)(other << unused) >> unused);
            return;
        }
}

static void principia_compare(principia_word a, principia_word b, unsigned bytes)
{
    unsigned unused = 64 - 8 * bytes;
    if (principia_count == 0 || (a ^ b) << unused == 0)
        return;
    principia_match(a, b, unused);
    principia_match(b, a, unused);
}

static void principia_match_floats(double seen, double other)
{
    for (unsigned at = principia_count < PRINCIPIA_REMEMBERED ? principia_count : PRINCIPIA_REMEMBERED; at-- > 0;) {
        union principia_float narrow = { principia_given[at].bits };
        union principia_double wide = { principia_given[at].bits };
        if (principia_given[at].kind == 'f' && narrow.value == seen) {
            narrow.value = other;
            principia_suggest(at, narrow.bits);
            return;
        }
        if (principia_given[at].kind == 'd' && wide.value == seen) {
            wide.value = other;
            principia_suggest(at, wide.bits);
            return;
        }
    }
}

static void principia_compare_floats(double a, double b)
{
    if (a == b)
        return;
    principia_match_floats(a, b);
    principia_match_floats(b, a);
}

/* What the compiler calls before a comparison. */
void __sanitizer_cov_trace_cmp1(unsigned char a, unsigned char b) { principia_compare(a, b, 1); }
void __sanitizer_cov_trace_cmp2(unsigned short a, unsigned short b) { principia_compare(a, b, 2); }
void __sanitizer_cov_trace_cmp4(unsigned a, unsigned b) { principia_compare(a, b, 4); }
void __sanitizer_cov_trace_cmp8(principia_word a, principia_word b) { principia_compare(a, b, 8); }
void __sanitizer_cov_trace_const_cmp1(unsigned char a, unsigned char b) { principia_compare(a, b, 1); }
void __sanitizer_cov_trace_const_cmp2(unsigned short a, unsigned short b) { principia_compare(a, b, 2); }
void __sanitizer_cov_trace_const_cmp4(unsigned a, unsigned b) { principia_compare(a, b, 4); }
void __sanitizer_cov_trace_const_cmp8(principia_word a, principia_word b) { principia_compare(a, b, 8); }
void __sanitizer_cov_trace_cmpf(float a, float b) { principia_compare_floats(a, b); }
void __sanitizer_cov_trace_cmpd(double a, double b) { principia_compare_floats(a, b); }

void __sanitizer_cov_trace_switch(principia_word value, principia_word *cases)
{
    for (principia_word at = 0; at < cases[0]; at++)
        principia_compare(value, cases[2 + at], cases[1] <= 8 ? 1 : cases[1] <= 16 ? 2 : cases[1] <= 32 ? 4 : 8);
}
