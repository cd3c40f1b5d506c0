// property: unreach-call
// verdict: FALSE(unreach-call)
// data-model: LP64
// execution: not-executed
// A pointer from elsewhere may point to a member of a union that the program itself never uses.
extern void reach_error(void);

union word { long long whole; int parts[2]; } word;
extern void announce(union word *w);
extern int *part(void);

int main(void) {
    word.whole = 0;
    announce(&word);
    int *p = part();
    if (!p) return 0;
    *p = 9;
    if (word.whole != 0) reach_error();
    return 0;
}
