// property: valid-memsafety
// verdict: FALSE(valid-deref)
// The address of a local variable outlives its function.
int *keep;
void f(void) {
    int x = 5;
    keep = &x;
}

int main(void) {
    f();
    return *keep;
}
