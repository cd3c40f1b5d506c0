// Compound assignments and increments.
int main(void) {
    float f = 1.5f;
    f += 1;
    if (f != 2.5f) return 1;
    f *= 2;
    if (f != 5) return 2;
    f /= 4;
    if (f != 1.25f) return 3;
    f -= 0.25;
    if (f++ != 1.0f || f != 2.0f) return 4;
    if (--f != 1.0f) return 5;
    double d = 1;
    for (int i = 0; i < 10; i++) d /= 2;
    if (d != 0x1p-10) return 6;
    float tenth = 0;
    tenth += 0.1;
    if (tenth != 0.1f) return 7;
    return 0;
}
