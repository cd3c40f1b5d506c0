// property: valid-memsafety
// verdict: TRUE
// The address is used while the block lasts.
int main(void) {
    int result;
    {
        int x = 0;
        int *p = &x;
        *p += 1;
        result = *p;
    }
    return result - 1;
}
