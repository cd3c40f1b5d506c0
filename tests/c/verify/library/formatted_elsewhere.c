// property: unreach-call
// verdict: TRUE
// sprintf changes its array and nothing else.
int sprintf(char *, const char *, ...);
void reach_error(void);

int main(void) {
    char text[8] = "x";
    int other = 3;
    sprintf(text, "%d", 4);
    if (other != 3) reach_error();
    return 0;
}
