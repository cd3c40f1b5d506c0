// Which characters sprintf writes for a number with a fraction is not modelled.
int sprintf(char *, const char *, ...);

int main(void) {
    char text[8];
    if (sprintf(text, "%.1f", 4.5) != 3) return 1;
    if (text[0] != '4' || text[1] != '.' || text[2] != '5' || text[3] != 0) return 2;
    return 0;
}
