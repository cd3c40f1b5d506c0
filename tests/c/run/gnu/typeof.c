// typeof of types and expressions, which are not evaluated.
int main(void) {
    int x = 3;
    typeof(x) y = 4;
    __typeof__(x++) z = 5;
    if (x != 3 || y + z != 9) return 1;
    typeof(int *) p = &x;
    typeof(*p) w = *p;
    if (w != 3) return 2;
    unsigned char c = 255;
    typeof(c + 0) i = 256;
    if (i != 256) return 3;
    typeof(int[3]) a = {1, 2, 3};
    if (sizeof a != 12) return 4;
    typeof("abc") s = "abc";
    if (sizeof s != 4) return 5;
    return 0;
}
