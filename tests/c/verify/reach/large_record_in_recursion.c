// property: unreach-call
// verdict: TRUE
// Each call of a recursive function has its own large parameter and its own large local variable.
extern void reach_error(void);

struct large {
    int padding[300];
    int number;
};

int down(struct large given, struct large *above) {
    int number = given.number;
    struct large own = given;
    if (above)
        above->number += 10;
    if (number > 0) {
        struct large less = given;
        less.number--;
        down(less, &own);
    }
    if (given.number != number)
        reach_error();
    return own.number;
}

struct large start;

int main(void) {
    start.number = 2;
    if (down(start, 0) != 12 || start.number != 2)
        reach_error();
    return 0;
}
