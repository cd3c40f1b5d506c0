// property: unreach-call
// verdict: TRUE
// Inputs of small types stay within their ranges.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
    if (__VERIFIER_nondet_uchar() > 255) reach_error();
    int s = __VERIFIER_nondet_short();
    if (s < -32768 || s > 32767) reach_error();
    int u = __VERIFIER_nondet_ushort();
    if (u < 0 || u > 65535) reach_error();
    int c = __VERIFIER_nondet_char();
    if (c < -128 || c > 127) reach_error();
    return 0;
}
