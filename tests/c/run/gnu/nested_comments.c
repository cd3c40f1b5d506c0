// Comments, and what looks like one.
int main(void) {
    /* A comment /* that does not nest */
    int x = 10 /* division */ / 2 // the rest of the line
        ;
    const char *s = "/* no comment */";
    if (x != 5) return 1;
    if (s[0] != '/' || s[1] != '*') return 2;
    return 0;
}
