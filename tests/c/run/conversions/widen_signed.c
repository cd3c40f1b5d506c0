// Widening a signed value keeps it, whatever the target's signedness makes of it.
int main(void) {
    signed char c = -5;
    short s = c;
    int i = s;
    long l = i;
    long long ll = l;
    if (s != -5 || i != -5 || l != -5 || ll != -5) return 1;
    unsigned int u = c;
    if (u != 4294967291u) return 2;
    unsigned long long ull = c;
    if (ull != 18446744073709551611ull) return 3;
    unsigned short us = c;
    if (us != 65531) return 4;
    ull = u;
    if (ull != 4294967291ull) return 5;
    return 0;
}
