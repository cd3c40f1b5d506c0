// property: unreach-call
// verdict: FALSE(unreach-call)
// New memory may be where the freed memory was.
extern void *malloc(unsigned long);
extern void free(void *);
extern void reach_error(void);

int main(void) {
    int *old = malloc(sizeof(int));
    free(old);
    int *new = malloc(sizeof(int));
    if (old == new)
        reach_error();
    return 0;
}
