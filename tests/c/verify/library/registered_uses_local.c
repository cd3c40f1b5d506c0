// property: valid-memsafety
// verdict: FALSE(valid-deref)
// When a registered function runs, `main` has returned, and its variables are gone.
int atexit(void (*)(void));
static int *last;

static void finish(void) { *last = 1; }

int main(void) {
    int local = 0;
    last = &local;
    atexit(finish);
    return 0;
}
