// Splitting and scaling numbers.
double modf(double, double *);
double ldexp(double, int);
double frexp(double, int *);

int main(void) {
    double whole;
    if (modf(3.25, &whole) != 0.25 || whole != 3) return 1;
    if (modf(-3.25, &whole) != -0.25 || whole != -3) return 2;
    if (ldexp(0.75, 4) != 12) return 3;
    int e;
    if (frexp(12, &e) != 0.75 || e != 4) return 4;
    return 0;
}
