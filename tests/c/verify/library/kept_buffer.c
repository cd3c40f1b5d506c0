// property: unreach-call
// verdict: UNKNOWN(unsupported: `setvbuf`, which keeps memory for later,)
// The buffer of a stream changes whenever something is printed.
typedef __typeof__(sizeof 0) size_t;
extern void *stdout;
extern int setvbuf(void *, char *, int, size_t);
extern int puts(const char *);
void reach_error(void);
static char buffer[4096];

int main(void) {
    setvbuf(stdout, buffer, 0, sizeof buffer);
    puts("text");
    if (buffer[0] != 0) reach_error();
    return 0;
}
