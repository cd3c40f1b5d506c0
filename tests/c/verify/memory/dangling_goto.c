// property: valid-memsafety
// verdict: FALSE(valid-deref)
// execution: not-confirmed
// A jump back leaves the block and enters it anew.
int main(void) {
    int rounds = 0;
    int *old = 0;
again:;
    {
        int own = rounds;
        if (old)
            *old = 1;
        old = &own;
    }
    if (rounds++ < 1)
        goto again;
    return 0;
}
