// property: unreach-call
// verdict: UNKNOWN
// The sign of a NaN is open, but the same NaN has the same sign again.
#include <math.h>
extern void reach_error(void);

int main(void) {
    double number = NAN;
    int before = signbit(number) != 0;
    if (before != (signbit(number) != 0)) reach_error();
    return 0;
}
