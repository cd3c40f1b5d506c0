// property: valid-memsafety
// verdict: TRUE
// A block that a global points to at the end is not lost.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
int *keep;

int main(void) {
    keep = malloc(sizeof(int));
    return 0;
}
