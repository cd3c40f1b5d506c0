// property: unreach-call
// verdict: TRUE
// What is computed with fixed numbers is decided before a solver sees it.
extern void reach_error(void);

union bits {
    double value;
    unsigned long long word;
};

static double horner(double x) {
    static const double c[6] = {0.5, -0.25, 0.125, -0.0625, 0.03125, -0.015625};
    double sum = ((((c[5] * x + c[4]) * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0];
    return sum / (1.0 + x * x);
}

int main(void) {
    union bits u;
    u.word = 0x8000000000000000ull;
    double x = horner(u.value);
    if (x != 0.5) reach_error();
    return 0;
}
