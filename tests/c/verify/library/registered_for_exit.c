// property: unreach-call
// verdict: FALSE(unreach-call)
// A registered function runs when the program calls `exit`, but not after `_Exit`.
int atexit(void (*)(void));
void exit(int);
void _Exit(int);
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int state;

static void finish(void) { if (state == 1) reach_error(); }

int main(void) {
    atexit(finish);
    if (__VERIFIER_nondet_int()) {
        state = 1;
        exit(0);
    }
    state = 1;
    _Exit(0);
}
