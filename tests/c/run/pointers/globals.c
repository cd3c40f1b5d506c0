// Addresses of globals in static initialisers.
int cells[5] = {1, 2, 3, 4, 5};
int *middle = &cells[2];
int *after = cells + 4;
int **indirect = &middle;
struct s { int *p; char c; } record = {&cells[1], 'r'};
char *name = &record.c;
int (*rows)[5] = &cells;

int main(void) {
    if (*middle != 3 || *after != 5 || **indirect != 3) return 1;
    if (*record.p != 2 || *name != 'r') return 2;
    if ((*rows)[3] != 4) return 3;
    *indirect = cells;
    if (*middle != 1) return 4;
    return 0;
}
