// property: unreach-call
// verdict: UNKNOWN
// A proof does not rest on the machine trapping where NULL is called.
extern void reach_error(void);

static int one(void) { return 1; }
static int (*table[2])(void) = {one};

int main(void) {
    int (*chosen)(void) = table[1];
    chosen();
    reach_error();
    return 0;
}
