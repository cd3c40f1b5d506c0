// property: unreach-call
// verdict: FALSE(unreach-call)
// fread may leave a part of an element behind those that it counts.
typedef __typeof__(sizeof 0) size_t;
extern void *stdin;
extern size_t fread(void *, size_t, size_t, void *);
void reach_error(void);

int main(void) {
    char bytes[4] = {0, 0, 0, 0};
    if (fread(bytes, 2, 2, stdin) == 1 && bytes[2] != 0) reach_error();
    return 0;
}
