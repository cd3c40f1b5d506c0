// property: unreach-call
// verdict: TRUE
// The bytes of a word, added with their weights, are the word.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
union word { unsigned u; unsigned char b[4]; };

int main(void) {
    union word w;
    w.u = __VERIFIER_nondet_uint();
    unsigned sum = w.b[0] + 256u * w.b[1] + 65536u * w.b[2] + 16777216u * w.b[3];
    if (sum != w.u) reach_error();
    return 0;
}
