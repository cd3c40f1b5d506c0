// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-confirmed
// calloc zeroes what it allocates; what realloc adds may hold anything.
extern void *calloc(unsigned long, unsigned long);
extern void *realloc(void *, unsigned long);
extern void reach_error(void);

int main(void) {
    int *numbers = calloc(2, sizeof(int));
    numbers = realloc(numbers, 4 * sizeof(int));
    if (numbers[3] != 0)
        reach_error();
    return 0;
}
