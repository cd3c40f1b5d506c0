// Newton's method reaches the correctly rounded root.
int main(void) {
    double x = 2;
    for (int i = 0; i < 6; i++) x = (x + 2 / x) / 2;
    if (!(x > 1.41421356237309 && x < 1.41421356237310)) return 1;
    float y = 9;
    for (int i = 0; i < 10; i++) y = (y + 9 / y) / 2;
    if (y != 3.0f) return 2;
    return 0;
}
