// property: unreach-call
// verdict: TRUE
// A pointer to a member changes only that member.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct s { int a; short b; int c; };

int main(void) {
    struct s *p = malloc(sizeof *p);
    if (!p) return 0;
    p->a = 1;
    p->b = 2;
    p->c = 3;
    short *q = &p->b;
    *q = (short)__VERIFIER_nondet_int();
    if (p->a != 1 || p->c != 3) reach_error();
    return 0;
}
