// Whether a long can hold every unsigned int depends on the data model.
int main(void) {
    long minus = -1;
    unsigned int one = 1;
    int is_less = minus < one;
    if (sizeof(long) == 8 && !is_less) return 1;
    if (sizeof(long) == 4 && is_less) return 2;
    if (sizeof(minus + one) != sizeof(long)) return 3;
    int is_negative = minus * one < 0;
    if (is_negative != (sizeof(long) == 8)) return 4;
    return 0;
}
