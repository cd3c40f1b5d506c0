// property: unreach-call
// verdict: TRUE
// What was allocated before another piece was freed is somewhere else.
extern void *malloc(unsigned long);
extern void free(void *);
extern void reach_error(void);

struct node {
    struct node *next;
};

int main(void) {
    struct node *first = malloc(sizeof(struct node));
    first->next = malloc(sizeof(struct node));
    first->next->next = first;
    struct node *node = first;
    int count = 0;
    do {
        struct node *next = node->next;
        free(node);
        node = next;
        count++;
    } while (node != first);
    if (count != 2)
        reach_error();
    return 0;
}
