// property: valid-memsafety
// verdict: FALSE(valid-memtrack)
// getline allocates, whether there is a line or not.
typedef __typeof__(sizeof 0) size_t;
long getline(char **, size_t *, void *);
extern void *stdin;

int main(void) {
    char *line = 0;
    size_t size = 0;
    if (getline(&line, &size, stdin) < 0) return 1;
    return 0;
}
