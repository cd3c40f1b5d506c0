// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 1,3,2
// Three inputs in the right order.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int state = 0;
    for (int i = 0; i < 3; i++) {
        int x = __VERIFIER_nondet_int();
        switch (state) {
        case 0: state = x == 1 ? 1 : 0; break;
        case 1: state = x == 3 ? 2 : 0; break;
        case 2:
            if (x == 2) reach_error();
        default: state = 0;
        }
    }
    return 0;
}
