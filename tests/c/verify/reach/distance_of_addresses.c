// property: unreach-call
// verdict: FALSE(unreach-call)
// data-model: LP64
// A distance of addresses that are numbers leads from an element of one array to that of another.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int left[2] = {1, 1}, right[2] = {2, 2};

int main(void) {
    unsigned long distance = (unsigned long)right - (unsigned long)left;
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 1) return 0;
    int *p = left + i;
    p = (int *)((char *)p + distance);
    *p = 9;
    if (right[1] != 2) reach_error();
    return 0;
}
