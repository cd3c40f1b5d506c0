// The operand of sizeof is not evaluated, unless it is a variable-length array.
int main(void) {
    int i = 1;
    if (sizeof(i++) != 4 || i != 1) return 1;
    int *p = 0;
    if (sizeof *p != 4 || sizeof(p[7]) != 4) return 2;
    int a[5];
    if (sizeof a != 20 || sizeof a / sizeof a[0] != 5) return 3;
    if (sizeof(char[3]) != 3 || sizeof "abc" != 4) return 4;
    if (sizeof(int (*)[4]) != sizeof(void *)) return 5;
    int m[2][3];
    if (sizeof m[0] != 12 || sizeof(m[0][0]) != 4) return 6;
    return 0;
}
