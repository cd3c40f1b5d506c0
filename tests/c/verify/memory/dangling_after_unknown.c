// property: valid-memsafety
// verdict: FALSE(valid-deref)
// A function without a body may set errno, which is none of the local variables of others.
extern int unknown(void);
int *kept;
void f(void) {
    int x = 0;
    if (kept) *kept = 1;
    kept = &x;
}
int main(void) {
    unknown();
    f();
    f();
    return 0;
}
