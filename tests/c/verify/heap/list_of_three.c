// property: unreach-call
// verdict: TRUE
// A list in the order of insertion, turned around.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void reach_error(void);
struct node { int value; struct node *next; };

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 0;
        n->value = i;
        n->next = head;
        head = n;
    }
    int expected = 2;
    for (struct node *n = head; n; n = n->next)
        if (n->value != expected--) reach_error();
    return 0;
}
