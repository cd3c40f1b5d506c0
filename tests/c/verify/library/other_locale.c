// property: unreach-call
// verdict: UNKNOWN(unsupported: a locale other than "C")
// The order of texts is that of the user's language.
extern char *setlocale(int, const char *);
extern int strcoll(const char *, const char *);
void reach_error(void);

int main(void) {
    setlocale(6, "");
    if (strcoll("a", "B") < 0) reach_error();
    return 0;
}
