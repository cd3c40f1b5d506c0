// property: unreach-call
// verdict: TRUE
// A controller computes with levels, but only asks in which of three ranges they are. Every level leads to others, so
// that there are many, and a level in the middle range never meets the alarm.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int mode = 2, level = 57;

int step(int input) {
    if (mode == 2 && level > 40 && level <= 260 && input == 1) {
        level = (level * 7) / 10 % 100 - 300;
        mode = 1;
        return 21;
    }
    if (mode == 2 && level > 40 && level <= 260 && input == 3) {
        level = level % 200 + 41;
        return 22;
    }
    if (mode == 1 && level <= 40 && input != 4) {
        level = (level - 3) % 50 + 330;
        mode = 3;
        return 23;
    }
    if (mode == 3 && level > 260) {
        level = (level % 110) + 60;
        mode = 2;
        return 24;
    }
    return -2;
}

int main(void) {
    while (1) {
        int input = __VERIFIER_nondet_int();
        if (input < 1 || input > 5) return 0;
        step(input);
        if (mode == 2 && (level <= 40 || level > 260)) reach_error();
        if (mode == 3 && level < 200) reach_error();
    }
}
