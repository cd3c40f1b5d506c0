// The right operand of && and || is evaluated only if it decides.
int calls;
int count(int result) { calls++; return result; }

int main(void) {
    if (count(0) && count(1)) return 1;
    if (calls != 1) return 2;
    if (!(count(1) || count(1))) return 3;
    if (calls != 2) return 4;
    if (!(count(1) && count(1))) return 5;
    if (calls != 4) return 6;
    if (!(count(0) || count(1))) return 7;
    if (calls != 6) return 8;
    int *p = 0;
    if (p && *p) return 9;
    if (!(!p || *p == 3)) return 10;
    int zero = 0;
    if (zero != 0 && 10 / zero > 1) return 11;
    return 0;
}
