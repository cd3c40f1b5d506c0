// floor, ceil, trunc, round and rint.
double floor(double);
double ceil(double);
double trunc(double);
double round(double);
double rint(double);
double nearbyint(double);

int main(void) {
    if (floor(2.7) != 2 || floor(-2.7) != -3 || floor(3.0) != 3) return 1;
    if (ceil(2.2) != 3 || ceil(-2.2) != -2) return 2;
    if (trunc(2.7) != 2 || trunc(-2.7) != -2) return 3;
    if (round(2.5) != 3 || round(-2.5) != -3 || round(2.4) != 2) return 4;
    if (rint(2.5) != 2 || rint(3.5) != 4 || nearbyint(-2.5) != -2) return 5;
    if (!__builtin_signbit(ceil(-0.5)) || !__builtin_signbit(trunc(-0.5)) || !__builtin_signbit(round(-0.25))) return 6;
    if (floor(1e300) != 1e300) return 7;
    if (round(0.49999999999999994) != 0) return 8;
    return 0;
}
