// Side effects in nested logical expressions.
int main(void) {
    int a = 0, b = 0, c = 0;
    int r = (a++ || b++) && c++;
    if (r != 0 || a != 1 || b != 1 || c != 0) return 1;
    r = (a++ && ++b) || c++;
    if (r != 1 || a != 2 || b != 2 || c != 0) return 2;
    r = a-- > 5 ? b++ : (c++, c);
    if (r != 1 || a != 1 || b != 2 || c != 1) return 3;
    r = !(a && (b = 0)) && c;
    if (r != 1 || b != 0) return 4;
    return 0;
}
