// property: unreach-call
// verdict: UNKNOWN
// Which characters a number with a fraction has is not known here.
int snprintf(char *, unsigned long, const char *, ...);
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    char text[8];
    snprintf(text, sizeof text, "%8.2f", __VERIFIER_nondet_double());
    if (text[0] == '#') reach_error();
    return 0;
}
