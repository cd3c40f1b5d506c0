// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: -1.5
// Of the answer, only whether it is 0 is specified; that is exact.
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double number = __VERIFIER_nondet_double();
    if (number != number) return 0;
    if (signbit(number) && !signbit(-number)) reach_error();
    return 0;
}
