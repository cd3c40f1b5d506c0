// What sprintf writes is not modelled.
int sprintf(char *, const char *, ...);

int main(void) {
    char text[8];
    if (sprintf(text, "%d", 42) != 2) return 1;
    if (text[0] != '4' || text[1] != '2' || text[2] != 0) return 2;
    return 0;
}
