// property: unreach-call
// verdict: TRUE
// What gcc rewrites is exact as long as nothing overflows, and a call in it is made once.
extern int __VERIFIER_nondet_int(void);
extern int abs(int);
extern void reach_error(void);

static int next(int *count) { return ++*count; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int count = 3;
    if (next(&count) + 1 <= 4 || count != 4) reach_error();
    if (x < -8 || x > 7 || y < 0 || y > 7) return 0;
    if ((x + 1 <= y) != (x < y) || (x * 2 == y * 2) != (x == y) || x * 4 / 2 != x * 2) reach_error();
    if (abs(x) < 0 || !(x * 2) != (x == 0) || (long long)(x + y) < x) reach_error();
    return 0;
}
