// A returned value is converted to the result type.
unsigned char low_byte(int x) { return x; }
signed char as_signed(int x) { return x; }
_Bool is_set(int x) { return x; }
long long extended(int x) { return x; }
unsigned long long extended_unsigned(unsigned x) { return x; }
int truncated(double x) { return x; }

int main(void) {
    if (low_byte(0x1234) != 0x34) return 1;
    if (as_signed(0x80) != -128) return 2;
    if (is_set(1024) != 1) return 3;
    if (extended(-7) != -7) return 4;
    if (extended_unsigned(-7) != 4294967289ull) return 5;
    if (truncated(-2.75) != -2) return 6;
    return 0;
}
