// property: unreach-call
// verdict: TRUE
// Two blocks that are alive are different.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void reach_error(void);

int main(void) {
    int *p = malloc(sizeof(int)), *q = malloc(sizeof(int));
    if (!p || !q) return 0;
    if (p == q) reach_error();
    *p = 1;
    *q = 2;
    if (*p != 1) reach_error();
    return 0;
}
