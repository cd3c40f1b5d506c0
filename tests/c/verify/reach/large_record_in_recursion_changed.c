// property: unreach-call
// verdict: FALSE(unreach-call)
// The caller sees its own large record, which it changed itself.
extern void reach_error(void);

struct large {
    int padding[300];
    int number;
};

int down(struct large given) {
    int number = given.number;
    if (number > 0) {
        given.number--;
        down(given);
    }
    if (given.number != number)
        reach_error();
    return number;
}

struct large start;

int main(void) {
    start.number = 2;
    return down(start);
}
