// property: unreach-call
// verdict: UNKNOWN(unsupported: rounding that is not to the nearest)
// A program that rounds upwards is not modelled.
int fesetround(int);
void reach_error(void);

int main(void) {
    volatile double one = 1.0, three = 3.0;
    volatile double nearest = one / three, upwards;
    fesetround(0x800);
    upwards = one / three;
    if (upwards != nearest) reach_error();
    return 0;
}
