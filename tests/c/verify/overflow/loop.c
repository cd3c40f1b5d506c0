// property: no-overflow
// verdict: FALSE(no-overflow)
// Powers of two, one round too many.
int main(void) {
    int x = 1;
    for (int i = 0; i < 31; i++) x = x + x;
    return x == 0;
}
