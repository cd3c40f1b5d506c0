// A table of functions indexed by a computed value.
int zero(void) { return 0; }
int one(void) { return 1; }
int two(void) { return 2; }

int main(void) {
    int (*table[3])(void) = {zero, one, two};
    int sum = 0;
    for (int i = 0; i < 9; i++) sum = sum * 3 + table[i % 3]();
    if (sum != 3785) return 1;
    int (**p)(void) = table + 1;
    if ((*p)() != 1 || p[1]() != 2) return 2;
    table[0] = table[2];
    if (table[0]() != 2) return 3;
    return 0;
}
