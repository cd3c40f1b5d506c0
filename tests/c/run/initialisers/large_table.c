// A table with thousands of entries.
static const unsigned short table[4000] = {
    [0 ... 999] = 1, [1000 ... 1998] = 2, [1999] = 77, [2000 ... 2998] = 3, [3000 ... 3999] = 4,
};

int main(void) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 4000; i += 37) sum += table[i];
    if (table[0] != 1 || table[1999] != 77 || table[2999] != 0 || table[3999] != 4) return 1;
    if (sum != 1 * 28 + 2 * 27 + 3 * 27 + 4 * 27) return 2;
    return 0;
}
