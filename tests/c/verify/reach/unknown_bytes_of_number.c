// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-executed
// A pointer to bytes from elsewhere may point to any object that was passed out.
extern void reach_error(void);

int number = 5;
extern void announce(void *p);
extern unsigned char *bytes(void);

int main(void) {
    announce(&number);
    unsigned char *b = bytes();
    if (!b) return 0;
    *b = 9;
    if (number != 5) reach_error();
    return 0;
}
