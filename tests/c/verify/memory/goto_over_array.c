// property: valid-memsafety
// verdict: FALSE(valid-deref)
// execution: not-confirmed
// A jump back over the declaration of an array of variable length ends the array.
int main(void) {
    int rounds = 0;
    int *old = 0;
again:;
    int own[rounds + 1];
    own[0] = 0;
    if (old)
        *old = 1;
    old = own;
    if (rounds++ < 1)
        goto again;
    return 0;
}
