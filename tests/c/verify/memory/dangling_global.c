// property: valid-memsafety
// verdict: FALSE(valid-deref)
// The second call uses the address of a local variable of the first.
int *kept;
void f(void) {
    int x = 0;
    if (kept) *kept = 1;
    kept = &x;
}
int main(void) {
    f();
    f();
    return 0;
}
