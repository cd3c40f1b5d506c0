// Signed bit-fields extend their sign; a plain int bit-field is signed in gcc.
struct fields { signed int a : 3; int b : 1; int c : 8; };

int main(void) {
    struct fields f;
    f.a = 3;
    if (f.a != 3) return 1;
    f.a = 4;
    if (f.a != -4) return 2;
    f.a = -1;
    if (f.a != -1) return 3;
    f.b = 1;
    if (f.b != -1) return 4;
    f.c = 200;
    if (f.c != -56) return 5;
    if (f.a != -1) return 6;
    return 0;
}
