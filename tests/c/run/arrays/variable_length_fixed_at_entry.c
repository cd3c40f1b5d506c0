// The length is that of the moment of the declaration.
int main(void) {
    int n = 3;
    int a[n++];
    if (sizeof a != 12 || n != 4) return 1;
    n = 10;
    if (sizeof a != 12) return 2;
    typedef int row[n];
    n = 2;
    if (sizeof(row) != 40) return 3;
    row r;
    if (sizeof r / sizeof r[0] != 10) return 4;
    r[9] = 1;
    return r[9] - 1;
}
