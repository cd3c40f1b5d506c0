// property: unreach-call
// verdict: FALSE(unreach-call)
// getrandom writes to its first argument.
typedef __typeof__(sizeof 0) size_t;
extern __typeof__((char *)0 - (char *)0) getrandom(void *, size_t, unsigned);
void reach_error(void);

int main(void) {
    unsigned long words[2] = {0, 0};
    getrandom(words, sizeof words, 0);
    if (words[0] != 0 || words[1] != 0) reach_error();
    return 0;
}
