// property: valid-memsafety
// verdict: FALSE(valid-free)
// A local variable is freed.
extern void free(void *);

int main(void) {
    int x = 3;
    int *p = &x;
    free(p);
    return 0;
}
