// Ranges of indices, a GNU extension.
int table[10] = {[0 ... 4] = 1, [5 ... 8] = 2, [3] = 7};

int main(void) {
    if (table[0] != 1 || table[4] != 1 || table[5] != 2 || table[8] != 2 || table[9] != 0) return 1;
    if (table[3] != 7) return 2;
    int local[] = {[2 ... 3] = 5, 6};
    if (sizeof local != 20 || local[2] != 5 || local[3] != 5 || local[4] != 6 || local[0]) return 3;
    return 0;
}
