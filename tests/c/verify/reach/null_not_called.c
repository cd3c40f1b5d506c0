// property: unreach-call
// verdict: TRUE
// Only functions are called.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*table[3])(void) = {one, two};

int main(void) {
    int index = __VERIFIER_nondet_int();
    if (index < 0 || index > 1) return 0;
    if (table[index]() != index + 1) reach_error();
    return 0;
}
