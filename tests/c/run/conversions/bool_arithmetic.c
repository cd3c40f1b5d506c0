// _Bool is promoted to int; whatever is assigned becomes zero or one.
int main(void) {
    _Bool a = 1, b = 1;
    if (a + b != 2) return 1;
    a += 5;
    if (a != 1) return 2;
    a -= 1;
    if (a != 0) return 3;
    a -= 1;
    if (a != 1) return 4;
    a ^= 1;
    if (a != 0) return 5;
    if (sizeof(_Bool) != 1 || sizeof(a + b) != 4) return 6;
    if (~b != -2) return 7;
    b <<= 3;
    if (b != 1) return 8;
    return 0;
}
