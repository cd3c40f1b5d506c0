// property: unreach-call
// verdict: FALSE(unreach-call)
// What sprintf writes is not known, but the array is not what it was; the compiled program shows it.
int sprintf(char *, const char *, ...);
void reach_error(void);

int main(void) {
    char text[8] = "x";
    sprintf(text, "%d", 4);
    if (text[0] != 'x') reach_error();
    return 0;
}
