// A float as a loop counter.
int main(void) {
    int n = 0;
    for (float f = 0; f < 1; f += 0.125f) n++;
    if (n != 8) return 1;
    n = 0;
    for (double d = 1; d > 0.001; d /= 2) n++;
    if (n != 10) return 2;
    return 0;
}
