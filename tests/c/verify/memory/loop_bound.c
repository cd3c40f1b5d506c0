// property: valid-memsafety
// verdict: FALSE(valid-deref)
// The loop goes one element too far.
int main(void) {
    int a[3];
    for (int i = 0; i <= 3; i++) a[i] = i;
    return 0;
}
