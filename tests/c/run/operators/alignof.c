// Alignments of the basic types, which differ between the data models.
struct mixed { char c; long long l; };

int main(void) {
    if (_Alignof(char) != 1 || _Alignof(short) != 2 || _Alignof(int) != 4) return 1;
    if (_Alignof(void *) != sizeof(void *)) return 2;
    if (__alignof__(int[3]) != 4) return 3;
    if (sizeof(struct mixed) != (sizeof(long) == 8 ? 16 : 12)) return 4;
    if (_Alignof(struct mixed) != (sizeof(long) == 8 ? 8 : 4)) return 5;
    return 0;
}
