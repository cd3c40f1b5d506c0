// Plain char is signed: a byte above 127 becomes negative and is extended with its sign.
int main(void) {
    char c = (char)200;
    int i = c;
    if (i != -56) return 1;
    if (c >= 0) return 2;
    c = (char)255;
    if (c != -1) return 3;
    if ((unsigned char)c != 255) return 4;
    if (c == 255) return 5;
    return 0;
}
