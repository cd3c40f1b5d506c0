// property: unreach-call
// verdict: UNKNOWN(unsupported: `signal`, which leads to calls that are not modelled,)
// A handler may be called at any time.
extern void (*signal(int, void (*)(int)))(int);
void reach_error(void);
static int state;
static void handler(int number) { state = number; }

int main(void) {
    signal(2, handler);
    if (state != 0) reach_error();
    return 0;
}
