// Rounding to integer types.
long lround(double);
long long llround(double);
long lrint(double);
float floorf(float);
float ceilf(float);
float truncf(float);
float roundf(float);

int main(void) {
    if (lround(2.5) != 3 || lround(-2.5) != -3 || llround(-0.4) != 0) return 1;
    if (lrint(2.5) != 2 || lrint(-3.5) != -4) return 2;
    if (floorf(-1.25f) != -2 || ceilf(-1.25f) != -1 || truncf(-1.75f) != -1 || roundf(1.5f) != 2) return 3;
    return 0;
}
