// The five classes.
int kind(double x) { return __builtin_fpclassify(1, 2, 3, 4, 5, x); }
int single(float x) { return __builtin_fpclassify(1, 2, 3, 4, 5, x); }

int main(void) {
    if (kind(__builtin_nan("")) != 1) return 1;
    if (kind(-__builtin_inf()) != 2) return 2;
    if (kind(1.5) != 3) return 3;
    if (kind(0x1p-1060) != 4) return 4;
    if (kind(-0.0) != 5) return 5;
    if (single(0x1p-140f) != 4 || kind(0x1p-140f) != 3) return 6;
    return 0;
}
