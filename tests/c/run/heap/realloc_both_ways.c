// realloc keeps what both sizes have room for.
extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);
extern void *realloc(void *, unsigned long);
extern void free(void *);

struct pair {
    int *to;
    short number;
};

int main(void) {
    int *numbers = calloc(3, sizeof(int));
    int target = 9;
    numbers[1] = 4;
    numbers = realloc(numbers, 5 * sizeof(int));
    if (numbers[0] != 0 || numbers[1] != 4 || numbers[2] != 0)
        return 1;
    numbers[4] = 8;
    numbers = realloc(numbers, 2 * sizeof(int));
    if (numbers[0] != 0 || numbers[1] != 4)
        return 2;
    free(numbers);
    struct pair *pairs = realloc(0, 2 * sizeof(struct pair));
    pairs[0].to = &target;
    pairs[1].number = 3;
    pairs = realloc(pairs, 3 * sizeof(struct pair));
    if (*pairs[0].to != 9 || pairs[1].number != 3)
        return 3;
    pairs = realloc(pairs, sizeof(struct pair));
    if (*pairs->to != 9)
        return 4;
    free(pairs);
    return 0;
}
