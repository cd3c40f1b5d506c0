// A bit-field without width ends the unit; unnamed ones are padding.
struct split { unsigned a : 4; unsigned : 0; unsigned b : 4; };
struct padded { unsigned a : 4; unsigned : 8; unsigned b : 4; };
struct by_char { char a : 3; char : 0; char b : 3; };

int main(void) {
    if (sizeof(struct split) != 8) return 1;
    if (sizeof(struct padded) != 4) return 2;
    if (sizeof(struct by_char) != 2) return 3;
    struct split s = {5, 6};
    if (s.a != 5 || s.b != 6) return 4;
    struct padded p = {7, 8};
    if (p.a != 7 || p.b != 8) return 5;
    return 0;
}
