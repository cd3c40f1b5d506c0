// property: valid-memsafety
// verdict: FALSE(valid-deref)
// The next pointer is read from a node that is gone.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);
struct node { struct node *next; };

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) break;
        n->next = head;
        head = n;
    }
    while (head) {
        free(head);
        head = head->next;
    }
    return 0;
}
