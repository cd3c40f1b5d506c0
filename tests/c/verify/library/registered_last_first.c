// property: unreach-call
// verdict: TRUE
// Functions run in the reverse order when `main` returns, and those that they register run, too.
int atexit(void (*)(void));
void reach_error(void);
static int step;

static void third(void) { if (step != 3) reach_error(); }
static void second(void) { if (++step != 3) reach_error(); atexit(third); }
static void first(void) { if (++step != 2) reach_error(); }

int main(void) {
    atexit(second);
    atexit(first);
    step = 1;
    return 0;
}
