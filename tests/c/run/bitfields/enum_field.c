// Bit-fields of an enumeration type.
enum kind { NONE, SOME, ALL };
struct fields { enum kind k : 2; unsigned rest : 6; };

int main(void) {
    struct fields f = {ALL, 33};
    if (f.k != ALL || f.rest != 33) return 1;
    f.k = SOME;
    if (f.k != 1) return 2;
    switch (f.k) {
    case NONE: return 3;
    case SOME: break;
    default: return 4;
    }
    return 0;
}
