// property: valid-memsafety
// verdict: TRUE
// The loop stays inside.
int main(void) {
    int a[3];
    for (int i = 0; i < 3; i++) a[i] = i;
    return a[2] - 2;
}
