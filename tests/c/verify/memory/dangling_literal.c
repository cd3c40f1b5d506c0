// property: valid-memsafety
// verdict: FALSE(valid-deref)
// The body of a loop is a block, with or without braces: the compound literal ends with it.
int main(void) {
    int *kept = 0;
    int i = 0;
    while (i < 2)
        i++, kept = (int[]){1, 2};
    return kept[1];
}
