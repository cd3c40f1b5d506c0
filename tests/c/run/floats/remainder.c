// The remainder of the nearest quotient.
double remainder(double, double);

int main(void) {
    if (remainder(5, 3) != -1 || remainder(4, 3) != 1) return 1;
    if (remainder(5, 2) != 1 || remainder(7, 2) != -1) return 2;
    if (remainder(-5, 3) != 1) return 3;
    return 0;
}
