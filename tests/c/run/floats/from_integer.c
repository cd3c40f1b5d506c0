// Integers become the nearest float.
int main(void) {
    int i = 16777217;
    if ((float)i != 16777216.0f) return 1;
    if ((double)i != 16777217.0) return 2;
    long long l = 9007199254740993ll;
    if ((double)l != 9007199254740992.0) return 3;
    if ((double)18446744073709551615ull != 18446744073709551616.0) return 4;
    unsigned u = 4294967295u;
    if ((float)u != 4294967296.0f || (double)u != 4294967295.0) return 5;
    if ((float)-1 != -1.0f) return 6;
    if ((float)16777219 != 16777220.0f) return 7;
    signed char c = -128;
    if ((float)c != -128.0f) return 8;
    return 0;
}
