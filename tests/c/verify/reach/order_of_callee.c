// property: unreach-call
// verdict: UNKNOWN
// C does not say whether a function pointer is read before or after the arguments that change it.
extern void reach_error(void);

static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int (*chosen)(int) = one;
static int choose(void) { chosen = two; return 0; }

int main(void) {
    if (chosen(choose()) != 1) reach_error();
    return 0;
}
