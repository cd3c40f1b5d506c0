// property: unreach-call
// verdict: FALSE(unreach-call)
// The remainder of a negative level is negative, so that the third mode meets a level that is too low.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int mode = 1, level = 12;

int main(void) {
    while (1) {
        int input = __VERIFIER_nondet_int();
        if (input < 1 || input > 3) return 0;
        if (mode == 1 && level > 0) {
            level = level * 5 % 17 - 40;
            mode = 2;
        } else if (mode == 2 && input == 2) {
            level = level % 13;
            mode = 3;
        } else if (mode == 3 && input == 3) {
            if (level < -4) reach_error();
            level = 12;
            mode = 1;
        }
    }
}
