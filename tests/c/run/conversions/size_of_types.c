// The sizes of the basic types in the two data models.
int main(void) {
    if (sizeof(char) != 1 || sizeof(short) != 2 || sizeof(int) != 4 || sizeof(long long) != 8) return 1;
    if (sizeof(float) != 4 || sizeof(double) != 8) return 2;
    if (sizeof(long) != sizeof(void *)) return 3;
    if (sizeof(long) != 4 && sizeof(long) != 8) return 4;
    if (sizeof(long double) != (sizeof(long) == 8 ? 16 : 12)) return 5;
    if (sizeof(void (*)(void)) != sizeof(void *)) return 6;
    if (sizeof(void) != 1) return 7;
    return 0;
}
