// Assignments with an operator compute in the width of a bit-field, on whichever side it is.
struct fields {
    unsigned long long u40 : 40;
    long long i40 : 40;
} s, *p = &s;

int calls;
struct fields *where(void) {
    calls++;
    return p;
}

int main(void) {
    s.u40 = -1;
    s.u40 /= -1;
    if (s.u40 != 1) return 1;
    s.u40 = -1;
    s.u40 %= -2;
    if (s.u40 != 1) return 2;
    int x = -1;
    s.u40 = -1;
    x /= s.u40;
    if (x != 1) return 3;
    x = -1;
    x %= s.u40;
    if (x != 0) return 4;
    long long y = -8;
    y /= s.u40;
    if (y != 0) return 5;
    s.i40 = -1;
    where()->i40 /= s.u40;
    if (s.i40 != 1 || calls != 1) return 6;
    int a[2] = {-1, 7};
    int i = 0;
    a[i++] /= s.u40;
    if (a[0] != 1 || a[1] != 7 || i != 1) return 7;
    if ((s.u40 += 1) != 0) return 8;
    if (s.u40-- != 0 || s.u40 != -1) return 9;
    if ((s.u40 <<= 8) != 0xffffffff00) return 10;
    return 0;
}
