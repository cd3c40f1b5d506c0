// property: unreach-call
// verdict: TRUE
// What gcc rewrites is exact as long as nothing overflows, and so are operations that it leaves alone.
extern int __VERIFIER_nondet_int(void);
extern int abs(int);
extern void reach_error(void);

static int next(int *count) { return ++*count; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int count = 3;
    if (next(&count) + 1 <= 4 || count != 4) reach_error();
    if (x < -1000 || x > 1000 || y < 1 || y > 100) return 0;
    if ((x + 1 <= y) != (x < y) || (x * 2 == y * 2) != (x == y) || x * y / y != x || x * 4 / 2 != x * 2) reach_error();
    if (abs(x) < 0 || !(x * y) != (x == 0) || (long long)(x + y) < x || x * 10 % 10) reach_error();
    return 0;
}
