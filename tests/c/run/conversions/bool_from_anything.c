// A conversion to _Bool asks whether the value is unequal to zero.
int main(void) {
    int target = 0;
    _Bool b = 256;
    if (b != 1) return 1;
    b = (_Bool)0x100000000ll;
    if (b != 1) return 2;
    b = 0.5;
    if (b != 1) return 3;
    b = -0.0;
    if (b != 0) return 4;
    b = &target;
    if (b != 1) return 5;
    b = (int *)0;
    if (b != 0) return 6;
    if ((_Bool)-1 != 1) return 7;
    return 0;
}
