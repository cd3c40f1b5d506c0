// Types narrower than int are promoted to int before arithmetic.
int main(void) {
    unsigned char a = 255, b = 1;
    if (a + b != 256) return 1;
    if ((unsigned char)(a + b) != 0) return 2;
    unsigned short s = 65535;
    if (s + 1 != 65536) return 3;
    if (b - a != -254) return 4;
    signed char c = -128;
    if (-c != 128) return 5;
    if (~a != -256) return 6;
    if (sizeof(a + b) != sizeof(int)) return 7;
    if (sizeof(+a) != sizeof(int)) return 8;
    return 0;
}
