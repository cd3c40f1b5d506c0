// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 1
// Pointers in an array of a record keep their offsets when the record is passed.
extern void reach_error(void);

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct views { int *start[2]; };
int numbers[4] = {1, 2, 3, 4};

static int first(struct views v, int i) { return *v.start[i]; }

int main(void) {
    struct views v = {{numbers, numbers + 3}};
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i == 0 || i == 1);
    if (first(v, i) == 4) reach_error();
    return 0;
}
