// property: unreach-call
// verdict: TRUE
// Records that are assigned through pointers which they contain, in a chain, and to themselves.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct pair { int x, y; struct pair *other; };

static void swap(struct pair *a, struct pair *b) {
    struct pair t = *a;
    *a = *b;
    *b = t;
}

int main(void) {
    struct pair a = {1, 2, &a}, b = {3, 4, &b};
    struct pair *p = &a;
    swap(a.other, b.other);
    if (a.x != 3 || a.other != &b || b.x != 1 || b.other != &a) reach_error();
    *p->other = a;
    if (b.x != 3 || b.other != &b) reach_error();
    int v = __VERIFIER_nondet_int();
    *p = (struct pair){.y = p->x, .x = v, .other = p};
    if (a.y != 3 || a.x != v || a.other != &a) reach_error();
    return 0;
}
