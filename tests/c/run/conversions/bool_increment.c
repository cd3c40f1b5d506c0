// Increment sets a _Bool, decrement flips it.
int main(void) {
    _Bool b = 0;
    if (b++ != 0) return 1;
    if (b != 1) return 2;
    if (++b != 1) return 3;
    if (b-- != 1) return 4;
    if (b != 0) return 5;
    if (--b != 1) return 6;
    return 0;
}
