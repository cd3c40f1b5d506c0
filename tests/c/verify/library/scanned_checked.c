// property: valid-memsafety
// verdict: TRUE
// An index that is checked.
int scanf(const char *, ...);

int main(void) {
    int table[10] = {0}, i;
    if (scanf("%d", &i) != 1 || i < 0 || i >= 10) return 1;
    return table[i];
}
