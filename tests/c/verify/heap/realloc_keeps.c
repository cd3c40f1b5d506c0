// property: unreach-call
// verdict: TRUE
// What was there before stays, also the zeros of calloc.
extern void *calloc(unsigned long, unsigned long);
extern void *realloc(void *, unsigned long);
extern void reach_error(void);

int main(void) {
    int *numbers = calloc(2, sizeof(int));
    numbers[0] = 5;
    numbers = realloc(numbers, 4 * sizeof(int));
    if (numbers[0] != 5 || numbers[1] != 0)
        reach_error();
    return 0;
}
