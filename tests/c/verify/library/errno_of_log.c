// property: unreach-call
// verdict: FALSE(unreach-call)
// There is no logarithm of a negative number, and errno says so.
extern int *__errno_location(void);
extern double log(double);
void reach_error(void);

int main(void) {
    volatile double x = -1.0;
    *__errno_location() = 0;
    x = log(x);
    if (*__errno_location() != 0) reach_error();
    return 0;
}
