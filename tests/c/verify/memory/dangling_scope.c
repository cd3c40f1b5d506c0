// property: valid-memsafety
// verdict: FALSE(valid-deref)
// The address of a variable outlives its block.
int main(void) {
    int *p;
    {
        int x = 5;
        p = &x;
    }
    return *p;
}
