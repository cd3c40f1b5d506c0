// property: unreach-call
// verdict: TRUE
// A word of some letters is not empty.
int scanf(const char *, ...);
void reach_error(void);

int main(void) {
    char word[4] = "";
    if (scanf("%3[a-z]", word) == 1 && (word[0] < 'a' || word[0] > 'z')) reach_error();
    return 0;
}
