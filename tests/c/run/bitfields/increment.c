// Bit-fields wrap when they are counted up and down.
struct fields { unsigned u : 2; signed s : 3; };

int main(void) {
    struct fields f = {3, 3};
    if (f.u++ != 3) return 1;
    if (f.u != 0) return 2;
    if (--f.u != 3) return 3;
    if (++f.s != -4) return 4;
    if (f.s-- != -4) return 5;
    if (f.s != 3) return 6;
    return 0;
}
