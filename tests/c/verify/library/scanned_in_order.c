// property: unreach-call
// verdict: TRUE
// What scanf returns says which arguments it has stored; a width bounds a number, and a word has an end.
int scanf(const char *, ...);
void reach_error(void);

int main(void) {
    int a = 1, b = 2;
    char word[8] = "";
    int count = scanf(" %3d-%d %7[a-z]", &a, &b, word);
    if (count < 2 && b != 2) reach_error();
    if (count < 1 && a != 1) reach_error();
    if (a < -99 || a > 999) reach_error();
    if (count > 3) reach_error();
    if (word[0] != 0 && (word[0] < 'a' || word[0] > 'z')) reach_error();
    return 0;
}
