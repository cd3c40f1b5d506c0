// Functions that change globals while an expression is evaluated in a defined order.
int state = 1;
int bump(void) { return state *= 3; }
struct { int a[3]; } record;
int fill(int n) {
    for (int i = 0; i < 3; i++) record.a[i] = n + i;
    return record.a[2];
}

int main(void) {
    int before = state;
    int after = bump();
    if (before != 1 || after != 3 || state != 3) return 1;
    if (bump() != state) { }
    if (state != 9) return 2;
    if (fill(5) != 7 || record.a[0] != 5) return 3;
    return 0;
}
