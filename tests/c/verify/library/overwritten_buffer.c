// property: unreach-call
// verdict: FALSE(unreach-call)
// The text of one call is overwritten by the next.
extern char *ctime(const long *);
void reach_error(void);

int main(void) {
    long first = 0, second = 40000000;
    char *text = ctime(&first);
    if (text == 0) return 0;
    char digit = text[23];
    ctime(&second);
    if (text[23] != digit) reach_error();
    return 0;
}
