// property: unreach-call
// verdict: FALSE(unreach-call)
// The number of an address of freed memory may be that of new memory, and leads there.
extern void reach_error(void);
extern void *malloc(unsigned long size);
extern void free(void *p);

int main(void) {
    int *old = malloc(sizeof(int));
    unsigned long number = (unsigned long)old;
    free(old);
    int *new = malloc(sizeof(int));
    *new = 2;
    if (number == (unsigned long)new) {
        *(int *)number = 5;
        if (*new != 2) reach_error();
    }
    return 0;
}
