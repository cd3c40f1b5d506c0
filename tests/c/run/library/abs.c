// Absolute values.
int abs(int x);
long labs(long x);
long long llabs(long long x);

int main(void) {
    int x = -5;
    if (abs(x) != 5 || abs(7) != 7 || abs(0) != 0) return 1;
    if (labs(-70000l) != 70000l) return 2;
    if (llabs(-5000000000ll) != 5000000000ll) return 3;
    if (abs(-2147483647) != 2147483647) return 4;
    return 0;
}
