// A function that is called when the program ends.
int atexit(void (*)(void));
void _Exit(int);
static int state = 1;
static void finish(void) { _Exit(state); }

int main(void) {
    atexit(finish);
    state = 0;
    return 1;
}
