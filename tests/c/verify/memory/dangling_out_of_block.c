// property: valid-memsafety
// verdict: FALSE(valid-deref)
// A jump inside of a statement expression leaves a block.
int main(void) {
    return ({
        int *kept;
        {
            int own = 0;
            kept = &own;
            goto out;
        }
    out:
        *kept;
    });
}
