// property: valid-memsafety
// verdict: FALSE(valid-deref)
// execution: not-confirmed
// A pointer to a variable of the last round is not valid in the next one.
int main(void) {
    int *last = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (last) *last = 7;
        last = &x;
    }
    return 0;
}
