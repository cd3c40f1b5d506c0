// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-confirmed
// The content of memory from malloc is arbitrary.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void reach_error(void);

int main(void) {
    unsigned char *p = malloc(1);
    if (!p) return 0;
    if (*p == 77) reach_error();
    return 0;
}
