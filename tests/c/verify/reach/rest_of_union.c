// property: unreach-call
// verdict: UNKNOWN
// data-model: LP64
// What is behind the member of a union that is initialised is up to the compiler.
extern void reach_error(void);

union number { char small; long large; };

int main(void) {
    union number n = {.small = 1};
    if (n.large != 1) reach_error();
    return 0;
}
