// The words of a double through a union, as mathematical libraries do it.
typedef union { double value; struct { unsigned low, high; } words; } pieces;
int exponent(double x) {
    pieces p;
    p.value = x;
    return (int)(p.words.high >> 20 & 0x7ff) - 1023;
}
double with_high(double x, unsigned high) {
    pieces p;
    p.value = x;
    p.words.high = high;
    return p.value;
}

int main(void) {
    if (exponent(1.0) != 0 || exponent(8.5) != 3 || exponent(-0.25) != -2) return 1;
    if (with_high(1.0, 0x40000000) != 2.0) return 2;
    double d = -1.5;
    unsigned high = ((unsigned *)(void *)&d)[1] & 0x7fffffff;
    (void)high;
    pieces p = {1.0 + 0x1p-52};
    if (p.words.low != 1 || p.words.high != 0x3ff00000) return 3;
    return 0;
}
