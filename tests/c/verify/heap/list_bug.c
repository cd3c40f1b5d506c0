// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 3,8
// Some list has an even number.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int value; struct node *next; };

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 0;
        n->value = __VERIFIER_nondet_int();
        n->next = head;
        head = n;
    }
    for (struct node *n = head; n; n = n->next)
        if (n->value % 2 == 0) reach_error();
    return 0;
}
