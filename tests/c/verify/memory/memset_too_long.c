// property: valid-memsafety
// verdict: FALSE(valid-deref)
// memset of one element too many.
typedef __typeof__(sizeof 0) size_t;
extern void *memset(void *, int, size_t);

int main(void) {
    int a[4];
    int *p = a + 1;
    memset(p, 0, sizeof a);
    return 0;
}
