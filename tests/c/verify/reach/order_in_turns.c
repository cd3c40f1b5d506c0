// property: unreach-call
// verdict: UNKNOWN
// C allows that the calls of the left operand are not executed one after the other: s(1), s(2), r(), r().
extern void reach_error(void);

static int last;
static int s(int v) { last = v; return v; }
static int r(void) { return last; }

int main(void) {
    if ((s(1) + r()) * 10 + (s(2) + r()) != 24) reach_error();
    return 0;
}
