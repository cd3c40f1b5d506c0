// Literals in arrays of arrays and of pointers.
struct named { char name[4]; const char *text; };

int main(void) {
    char words[2][5] = {"one", "four"};
    if (words[0][2] != 'e' || words[0][3] || words[0][4] || words[1][3] != 'r' || words[1][4]) return 1;
    const char *list[] = {"a", "bb", 0};
    int n = 0;
    while (list[n]) n++;
    if (n != 2) return 2;
    struct named s[] = {{"x", "ex"}, {"yz", "why"}};
    if (s[1].name[1] != 'z' || s[1].name[3] || s[1].text[2] != 'y') return 3;
    if (sizeof s / sizeof *s != 2) return 4;
    return 0;
}
