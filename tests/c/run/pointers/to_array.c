// A pointer to an array moves by whole arrays.
int main(void) {
    int m[3][4];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) m[i][j] = 10 * i + j;
    int (*row)[4] = m;
    if ((*row)[3] != 3) return 1;
    row++;
    if ((*row)[0] != 10 || row[1][2] != 22) return 2;
    if (sizeof *row != 16) return 3;
    if ((int *)row - &m[0][0] != 4) return 4;
    int (*whole)[3][4] = &m;
    if ((*whole)[2][1] != 21) return 5;
    if (*(*(m + 1) + 2) != 12) return 6;
    return 0;
}
