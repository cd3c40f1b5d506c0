// Two-dimensional arrays of variable size, also as parameters.
int corner(int rows, int columns, int m[rows][columns]) { return m[rows - 1][columns - 1]; }

int main(void) {
    int r = 3, c = 5;
    int m[r][c];
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++) m[i][j] = i * c + j;
    if (m[2][4] != 14) return 1;
    if (corner(r, c, m) != 14) return 2;
    if (sizeof m != 60 || sizeof m[0] != 20) return 3;
    int (*p)[c] = m;
    p++;
    if ((*p)[1] != 6) return 4;
    return 0;
}
