// property: unreach-call
// verdict: TRUE
// The value of an assignment is what was stored, in every order.
extern void reach_error(void);

int a[2], b[2];
static int clear(void) { b[0] = 7; return 0; }

int main(void) {
    b[0] = 3;
    int sum = (a[0] = b[0]) + clear();
    if (sum != a[0]) reach_error();
    return 0;
}
