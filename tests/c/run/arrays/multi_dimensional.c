// Arrays of arrays are laid out row by row.
int main(void) {
    int m[2][3][4];
    int n = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++) m[i][j][k] = n++;
    if (m[1][2][3] != 23 || m[0][1][0] != 4) return 1;
    int *flat = (int *)m;
    for (int i = 0; i < 24; i++)
        if (flat[i] != i) return 2;
    if (sizeof m != 96 || sizeof m[0] != 48 || sizeof m[0][0] != 16) return 3;
    if (&m[1] - &m[0] != 1 || (char *)&m[1] - (char *)&m[0] != 48) return 4;
    return 0;
}
