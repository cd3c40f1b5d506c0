// property: valid-memsafety
// verdict: FALSE(valid-deref)
// A short is written as an int.
int main(void) {
    short s = 1;
    int *p = (int *)&s;
    *p = 2;
    return 0;
}
