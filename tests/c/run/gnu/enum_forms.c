// Enumerations with trailing commas, in blocks, as array indices.
enum { FIRST, SECOND, COUNT, };
enum level { LOW = 1 << 0, HIGH = 1 << 4, BOTH = LOW | HIGH };
int cells[COUNT] = {[SECOND] = 4};

int main(void) {
    enum { FIRST = 10, LAST } x = LAST;
    if (x != 11 || FIRST != 10) return 1;
    if (cells[SECOND] != 4 || sizeof cells != 8) return 2;
    enum level l = BOTH;
    if ((l & HIGH) == 0 || l != 17) return 3;
    if (sizeof(enum { BIG = 0x100000000ll }) != 8) return 4;
    return 0;
}
