// property: unreach-call
// verdict: UNKNOWN(over-approximation: a function without a body sets errno)
// errno may be anything after a call of a function without a body.
extern int *__errno_location(void);
extern int other(void);
void reach_error(void);

int main(void) {
    *__errno_location() = 0;
    other();
    if (*__errno_location() == 4) reach_error();
    return 0;
}
