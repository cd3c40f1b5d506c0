// property: unreach-call
// verdict: UNKNOWN(over-approximation: `scanf` changes memory)
// What a format from elsewhere asks for is not known.
int scanf(const char *, ...);
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int a = 1;
    const char *format = __VERIFIER_nondet_int() ? "%d" : "%*d";
    scanf(format, &a);
    if (a != 1) reach_error();
    return 0;
}
