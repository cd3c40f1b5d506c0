// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 8
// A bit-field of three bits forgets the fourth.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct s { unsigned a : 3; unsigned b : 5; };

int main(void) {
    struct s s = {0, 31};
    unsigned x = __VERIFIER_nondet_uint();
    s.a = x;
    if (x != 0 && s.a == 0 && s.b == 31) reach_error();
    return 0;
}
