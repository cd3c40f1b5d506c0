// property: unreach-call
// verdict: TRUE
// A loop made of jumps counts to ten.
extern void reach_error(void);

int main(void) {
    int i = 0;
again:
    if (i < 10) {
        i++;
        goto again;
    }
    if (i != 10) reach_error();
    return 0;
}
