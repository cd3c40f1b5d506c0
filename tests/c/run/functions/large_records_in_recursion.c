// Large records in recursive functions: parameters, local variables, addresses across frames.
struct large {
    int padding[300];
    int number;
};

static int down(struct large given, struct large *above) {
    struct large own = given;
    int number = given.number;
    if (above)
        above->number += 100 + above->padding[299];
    if (number > 0) {
        given.number--;
        given.padding[299] = number;
        down(given, &own);
        given.number++;
    }
    return own.number == number + (number > 0 ? 100 + own.padding[299] : 0) && given.number == number;
}

static int odd(struct large given);

static int even(struct large given) {
    if (given.number == 0)
        return 1;
    struct large less = given;
    less.number--;
    int result = odd(less);
    return less.number == given.number - 1 ? result : 5;
}

static int odd(struct large given) {
    if (given.number == 0)
        return 0;
    struct large less = given;
    less.number--;
    int result = even(less);
    return less.number == given.number - 1 ? result : 5;
}

int main(void) {
    static struct large start;
    start.number = 4;
    if (!down(start, 0))
        return 1;
    if (start.number != 4)
        return 2;
    if (even(start) != 1 || odd(start) != 0)
        return 3;
    int (*either)(struct large) = start.number > 3 ? odd : even;
    start.number = 3;
    if (either(start) != 1)
        return 4;
    return 0;
}
