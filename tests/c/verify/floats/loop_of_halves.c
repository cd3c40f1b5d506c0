// property: unreach-call
// verdict: TRUE
// Halving one ten times is exact.
extern void reach_error(void);

int main(void) {
    double x = 1;
    for (int i = 0; i < 10; i++) x /= 2;
    if (x != 0.0009765625) reach_error();
    return 0;
}
