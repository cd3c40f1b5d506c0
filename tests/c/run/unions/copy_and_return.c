// Unions by value keep all of their bytes.
union word { unsigned u; unsigned char b[4]; };
union word swapped(union word w) {
    union word r;
    for (int i = 0; i < 4; i++) r.b[i] = w.b[3 - i];
    return r;
}

int main(void) {
    union word w = {0x01020304}, x;
    x = w;
    w.u = 0;
    if (x.u != 0x01020304) return 1;
    x = swapped(x);
    if (x.u != 0x04030201) return 2;
    if (swapped(x).b[0] != 4) return 3;
    return 0;
}
