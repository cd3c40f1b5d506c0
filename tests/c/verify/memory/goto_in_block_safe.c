// property: valid-memsafety
// verdict: TRUE
// A jump back over a declaration does not leave the block: it is the same object.
int main(void) {
    int rounds = 0;
    int *old = 0;
again:;
    int own = rounds;
    if (old)
        *old = 1;
    old = &own;
    if (rounds++ < 1)
        goto again;
    return 0;
}
