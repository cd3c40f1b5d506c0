// Division by zero and overflow give infinities.
int main(void) {
    double zero = 0.0, one = 1.0;
    double inf = one / zero, minus = -one / zero;
    if (!(inf > 1e308) || !(minus < -1e308)) return 1;
    if (inf + 1 != inf || inf * 2 != inf || -inf != minus) return 2;
    if (one / inf != 0) return 3;
    if (1e308 * 10 != inf) return 4;
    if (inf - inf == inf - inf) return 5;
    if (__builtin_inf() != inf || __builtin_huge_val() != inf || __builtin_inff() != (float)inf) return 6;
    return 0;
}
