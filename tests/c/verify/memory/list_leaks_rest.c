// property: valid-memcleanup
// verdict: FALSE(valid-memcleanup)
// Only the first node is freed.
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);
struct node { struct node *next; };

int main(void) {
    struct node *first = malloc(sizeof *first);
    if (!first) return 0;
    first->next = malloc(sizeof *first);
    free(first);
    return 0;
}
