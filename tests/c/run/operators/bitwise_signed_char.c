// Bit operations on small signed types work on the sign-extended values.
int main(void) {
    signed char a = -86, b = 0x55;
    if ((a & b) != 0) return 1;
    if ((a | b) != -1) return 2;
    if ((a ^ 0xff) != -171) return 3;
    unsigned char c = (unsigned char)a;
    if ((c ^ 0xff) != 0x55) return 4;
    if ((unsigned char)~c != 0x55) return 5;
    if (~c != -171) return 6;
    return 0;
}
