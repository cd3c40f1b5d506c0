// property: unreach-call
// verdict: TRUE
// What a caller needs after a recursive call is its own, whoever is called in between.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int right(int n);

int left(int n) {
    int own = n;
    if (n > 0) right(n - 1);
    if (own != n) reach_error();
    return own;
}

int right(int n) {
    int sign = n < 0 ? -1 : 1;
    if (left(n - 1) != n - 1) reach_error();
    return sign;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 5) return 0;
    left(n);
    return 0;
}
