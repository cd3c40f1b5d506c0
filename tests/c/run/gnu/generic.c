// _Generic chooses by type; the controlling expression is not evaluated.
int main(void) {
    int x = 1;
    if (_Generic(x++, int: 1, double: 2, default: 3) != 1 || x != 1) return 1;
    if (_Generic(1.0, int: 1, double: 2, default: 3) != 2) return 2;
    if (_Generic('c', char: 1, int: 2) != 2) return 3;
    if (_Generic("s", char *: 1, default: 2) != 1) return 4;
    if (_Generic(1u, int: 1, unsigned: 2, long: 3) != 2) return 5;
    if (_Generic((const int)1, int: 1, default: 2) != 1) return 6;
    if (_Generic(&x, int *: 5, void *: 6) != 5) return 7;
    if (_Generic((char)1, signed char: 1, unsigned char: 2, char: 3) != 3) return 8;
    return 0;
}
