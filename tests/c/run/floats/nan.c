// NaN is unequal to everything, also to itself.
int main(void) {
    double zero = 0.0;
    double nan = zero / zero;
    if (nan == nan || !(nan != nan)) return 1;
    if (nan < 1 || nan > 1 || nan <= 1 || nan >= 1) return 2;
    if (!(!(nan < 1))) return 3;
    if (nan + 1 == nan + 1) return 4;
    float f = nan;
    if (f == f) return 5;
    if (!nan) return 6;
    if (nan ? 0 : 1) return 7;
    double q = __builtin_nan("");
    if (q == q) return 8;
    _Bool b = nan;
    if (!b) return 9;
    return 0;
}
