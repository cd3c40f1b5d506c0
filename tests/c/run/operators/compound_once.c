// The left side of a compound assignment is evaluated once.
int calls;
int cells[4] = {1, 2, 3, 4};
int *next(void) { return &cells[calls++]; }

int main(void) {
    *next() += 10;
    if (calls != 1 || cells[0] != 11) return 1;
    *next() <<= 2;
    if (calls != 2 || cells[1] != 8) return 2;
    int i = 2;
    cells[i++] *= 5;
    if (i != 3 || cells[2] != 15 || cells[3] != 4) return 3;
    int *p = cells;
    *p++ -= 1;
    if (p != cells + 1 || cells[0] != 10) return 4;
    return 0;
}
