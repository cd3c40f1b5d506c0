// property: unreach-call
// verdict: UNKNOWN(unsupported: `%n`)
// sprintf stores how much it has printed, if it is asked to; the format comes from elsewhere.
typedef __builtin_va_list va_list;
extern int vsprintf(char *, const char *, va_list);
void reach_error(void);
static char text[16];
static void format(const char *how, ...) {
    va_list ap;
    __builtin_va_start(ap, how);
    vsprintf(text, how, ap);
    __builtin_va_end(ap);
}

int main(void) {
    int count = 0;
    format("abc%n", &count);
    if (count != 0) reach_error();
    return 0;
}
