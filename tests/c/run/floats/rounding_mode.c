// Only rounding to the nearest is modelled.
int fegetround(void);
int fesetround(int);

int main(void) {
    if (fegetround() != 0 || fesetround(0) != 0) return 1;
    volatile double one = 1.0, three = 3.0;
    volatile double nearest = one / three, upwards;
    fesetround(0x800);
    upwards = one / three;
    fesetround(0);
    if (upwards <= nearest) return 2;
    return 0;
}
