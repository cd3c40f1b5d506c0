// An int that meets an unsigned int becomes unsigned.
int main(void) {
    int minus = -1;
    unsigned int one = 1;
    if (minus < one) return 1;
    if (!(minus > one)) return 2;
    if (minus + one != 0) return 3;
    if (minus * one != 4294967295u) return 4;
    if (minus / 2u != 2147483647u) return 5;
    if (minus % 10u != 5) return 6;
    if ((minus + 0u) >> 31 != 1) return 7;
    return 0;
}
