// property: unreach-call
// verdict: FALSE(unreach-call)
// Three replicas of a counter, of which two may be disturbed in each round. There is no majority then.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

unsigned char majority(unsigned char a, unsigned char b, unsigned char c) {
    return a == b || a == c ? a : b;
}

int main(void) {
    unsigned char a = 0, b = 0, c = 0, expected = 0;
    while (1) {
        unsigned char vote = majority(a, b, c);
        if (vote != expected) reach_error();
        expected++;
        a = b = c = vote + 1;
        switch (__VERIFIER_nondet_uchar()) {
        case 1:
            a = __VERIFIER_nondet_uchar();
            break;
        case 2:
            b = __VERIFIER_nondet_uchar();
        case 3:
            c = __VERIFIER_nondet_uchar();
            break;
        }
    }
}
