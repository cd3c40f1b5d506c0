// property: valid-memcleanup
// verdict: FALSE(valid-memcleanup)
// A block that a global points to was not freed.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
int *keep;

int main(void) {
    keep = malloc(sizeof(int));
    return 0;
}
