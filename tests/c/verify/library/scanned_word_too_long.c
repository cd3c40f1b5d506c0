// property: valid-memsafety
// verdict: FALSE(valid-deref)
// execution: not-executed
// A word without a width may be longer than the array.
int scanf(const char *, ...);

int main(void) {
    char word[4];
    if (scanf("%s", word) != 1) return 1;
    return word[0] == 'x';
}
