// Break and continue belong to the innermost loop.
int main(void) {
    int count = 0, broken = 0;
    for (int i = 0; i < 4; i++) {
        int j = 0;
        while (1) {
            if (j > i) break;
            j++;
            if (j == 2) continue;
            count++;
        }
        if (i == 2) {
            broken = 1;
            continue;
        }
        count += 10;
    }
    if (count != 37 || !broken) return 1;
    return 0;
}
