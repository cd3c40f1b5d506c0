// Literals as arguments and results.
const char *name(int n) {
    switch (n) {
    case 0: return "zero";
    case 1: return "one";
    }
    return 0;
}
int first(const char *s) { return s ? s[0] : -1; }

int main(void) {
    if (first(name(0)) != 'z' || first(name(1)) != 'o' || first(name(2)) != -1) return 1;
    if (first("") != 0) return 2;
    return 0;
}
