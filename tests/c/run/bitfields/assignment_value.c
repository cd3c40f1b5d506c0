// The value of an assignment to a bit-field is what it holds afterwards.
struct fields { unsigned u : 4; int s : 4; };

int main(void) {
    struct fields f;
    int x = (f.u = 20);
    if (x != 4) return 1;
    x = (f.s = 9);
    if (x != -7) return 2;
    x = f.u += 13;
    if (x != 1 || f.u != 1) return 3;
    x = (f.u = f.s = 15);
    if (x != 15 || f.s != -1 || f.u != 15) return 4;
    return 0;
}
