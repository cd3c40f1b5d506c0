// A pointer survives the way through an integer of its size.
int main(void) {
    int x = 42;
    int *p = &x;
    unsigned long address = (unsigned long)p;
    int *q = (int *)address;
    if (q != p) return 1;
    if (*q != 42) return 2;
    long as_signed = (long)p;
    if ((int *)as_signed != p) return 3;
    if ((unsigned long)(char *)0 != 0) return 4;
    return 0;
}
