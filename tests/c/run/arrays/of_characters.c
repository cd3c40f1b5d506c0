// Character arrays hold small signed numbers.
int main(void) {
    char a[4] = {1, -1, 127, (char)128};
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += a[i];
    if (sum != -1) return 1;
    unsigned char b[4] = {1, 255, 127, 128};
    sum = 0;
    for (int i = 0; i < 4; i++) sum += b[i];
    if (sum != 511) return 2;
    short s[2] = {-32768, 32767};
    if (s[0] + s[1] != -1) return 3;
    return 0;
}
