// property: valid-memcleanup
// verdict: TRUE
// A registered function frees what is left.
void *malloc(unsigned long);
void free(void *);
int atexit(void (*)(void));
static int *memory;

static void finish(void) { free(memory); }

int main(void) {
    memory = malloc(sizeof(int));
    atexit(finish);
    return 0;
}
