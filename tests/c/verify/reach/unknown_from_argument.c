// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-executed
// A function without a body may return what it was given.
extern void reach_error(void);

extern int *choose(int *candidate);

int main(void) {
    int number = 4;
    int *p = choose(&number);
    *p = 5;
    if (number != 4) reach_error();
    return 0;
}
