// data-model: LP64
// Bit-fields of 128 bits have the type of their width, too.
struct fields {
    __int128 w40 : 40;
    unsigned __int128 w64 : 64;
    unsigned __int128 w100 : 100;
} s;

int main(void) {
    s.w40 = s.w64 = s.w100 = -1;
    if (sizeof(s.w40 + 0) != 8 || sizeof(s.w40 + 1L) != 8) return 1;
    if (sizeof(s.w64 + 0) != 8 || sizeof(s.w100 + 0) != 16) return 2;
    if (s.w64 + 1 != 0) return 3;
    if (s.w100 + 1 != 0 || s.w100 != -1) return 4;
    if ((unsigned __int128)s.w100 == -1) return 5;
    if (s.w40 != -1L || s.w40 + 1 != 0) return 6;
    return 0;
}
