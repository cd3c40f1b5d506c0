// property: unreach-call
// verdict: TRUE
// Local objects that exist at the same time have different addresses, also those of callers.
extern void reach_error(void);

void second(int *a) {
    int b = 2;
    if (a == &b) reach_error();
}

int main(void) {
    int a = 1, c = 3;
    int *p = &a, *q = &c;
    if (p == q) reach_error();
    second(p);
    return 0;
}
