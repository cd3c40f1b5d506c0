// A struct parameter is a copy.
struct big { int cells[10]; };
int sum_and_clear(struct big b) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        sum += b.cells[i];
        b.cells[i] = 0;
    }
    return sum;
}

int main(void) {
    struct big b;
    for (int i = 0; i < 10; i++) b.cells[i] = i;
    if (sum_and_clear(b) != 45) return 1;
    if (sum_and_clear(b) != 45) return 2;
    if (b.cells[9] != 9) return 3;
    return 0;
}
