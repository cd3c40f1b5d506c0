// property: unreach-call
// verdict: TRUE
// A function of the program is the program's, whatever its name.
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int strcmp(const char *left, const char *right) { return left == right ? 0 : 7; }
static int stat(int x, int *y) { return *y = x + 1; }

char first[2], second[2];

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    if (x > 100) return 0;
    int result = stat(x, &y);
    if (strcmp(first, second) != 7 || result != y || y > 101) reach_error();
    return 0;
}
