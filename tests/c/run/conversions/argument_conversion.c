// Arguments are converted to the types of the parameters.
int as_byte(unsigned char c) { return c; }
int as_signed(signed char c) { return c; }
long long as_long(long long l) { return l; }
int as_bool(_Bool b) { return b; }
int as_int_of_double(int i) { return i; }

int main(void) {
    if (as_byte(511) != 255) return 1;
    if (as_signed(255) != -1) return 2;
    if (as_long(-1) != -1) return 3;
    if (as_long(4294967295u) != 4294967295ll) return 4;
    if (as_bool(2) != 1) return 5;
    if (as_int_of_double(3.99) != 3) return 6;
    return 0;
}
