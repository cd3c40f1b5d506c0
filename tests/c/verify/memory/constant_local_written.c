// property: valid-memsafety
// verdict: UNKNOWN(over-approximation: a local constant is changed)
// The standard forbids it, and the machine does not notice.
int main(void) {
    const int fixed = 1;
    int *place = (int *)&fixed;
    *place = 2;
    return 0;
}
