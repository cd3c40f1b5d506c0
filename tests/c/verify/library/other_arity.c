// property: unreach-call
// verdict: UNKNOWN(unsupported: a call of `set` with another number of arguments)
// A function that is called with more arguments than it has.
void reach_error(void);
static int state;
static void set(void) { state = 1; }
static void (*call)(int) = (void (*)(int))set;

int main(void) {
    call(3);
    if (state != 0) reach_error();
    return 0;
}
