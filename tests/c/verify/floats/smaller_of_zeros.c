// property: unreach-call
// verdict: UNKNOWN
// Which zero is the smaller one is up to the library; it is the same each time.
#include <math.h>
extern void reach_error(void);

int main(void) {
    double negative = -0.0, positive = 0.0;
    int first = signbit(fmin(negative, positive)) != 0;
    if (first != (signbit(fmin(negative, positive)) != 0)) reach_error();
    return 0;
}
