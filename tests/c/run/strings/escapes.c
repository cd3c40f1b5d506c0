// Escapes inside of string literals.
int main(void) {
    const char *s = "\x41\102\n\t\\\"\'\0z";
    if (s[0] != 'A' || s[1] != 'B' || s[2] != 10 || s[3] != 9) return 1;
    if (s[4] != '\\' || s[5] != '"' || s[6] != '\'' || s[7] != 0 || s[8] != 'z') return 2;
    const char *t = "\1234";
    if (t[0] != 'S' || t[1] != '4' || t[2] != 0) return 3;
    const char *u = "\xff" "f";
    if (u[0] != -1 || u[1] != 'f') return 4;
    return 0;
}
