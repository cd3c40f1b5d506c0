// property: valid-memsafety
// verdict: FALSE(valid-deref)
// A variable of the body is gone when the condition is evaluated again.
int main(void) {
    int *p = 0;
    for (int i = 0; i < 2 && (!p || *p == 0); i++) {
        int x = i;
        p = &x;
    }
    return 0;
}
