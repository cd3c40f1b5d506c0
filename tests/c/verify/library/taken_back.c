// property: unreach-call
// verdict: TRUE
// A character that is taken back is read again. That is not modelled, so no violation must be found.
extern void *stdin;
extern int getchar(void);
extern int ungetc(int, void *);
void reach_error(void);

int main(void) {
    if (ungetc('x', stdin) != 'x') return 0;
    if (getchar() != 'x') reach_error();
    return 0;
}
