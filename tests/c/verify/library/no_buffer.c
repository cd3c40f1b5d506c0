// property: unreach-call
// verdict: TRUE
// A stream without a buffer keeps no memory.
typedef __typeof__(sizeof 0) size_t;
extern void *stdout;
extern int setvbuf(void *, char *, int, size_t);
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = x;
    setvbuf(stdout, 0, 2, 0);
    if (x != y) reach_error();
    return 0;
}
