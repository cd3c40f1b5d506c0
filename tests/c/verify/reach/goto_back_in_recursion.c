// property: unreach-call
// verdict: TRUE
// A jump back over a declaration finds the same object, in a recursive function, too.
extern void reach_error(void);

int visit(int depth) {
    int rounds = 0;
    int *kept = 0;
    if (depth > 0)
        visit(depth - 1);
again:;
    int own;
    if (rounds++ == 0) {
        kept = &own;
        goto again;
    }
    own = 1;
    *kept = 7;
    if (own != 7)
        reach_error();
    return own;
}

int main(void) { return visit(1) - 7; }
