// Unsigned long is as wide as a pointer in both data models.
int main(void) {
    unsigned long zero = 0;
    unsigned long most = zero - 1;
    if (most + 1 != 0) return 1;
    if (sizeof(unsigned long) != sizeof(void *)) return 2;
    if (sizeof(long) == 4 && most != 4294967295ul) return 3;
    if (sizeof(long) == 8 && (most >> 32) != 4294967295ul) return 4;
    if (most <= 4294967294ul) return 5;
    return 0;
}
