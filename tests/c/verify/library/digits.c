// property: unreach-call
// verdict: TRUE
// The table of characters, as the macro isdigit reads it.
extern const unsigned short **__ctype_b_loc(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (c < 0 || c > 127) return 0;
    if (((*__ctype_b_loc())[c] & 2048) && (c < '0' || c > '9')) reach_error();
    return 0;
}
