// property: valid-memsafety
// verdict: TRUE
// A list that is built and freed by recursion.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node { struct node *next; };

struct node *build(int n) {
    if (n <= 0) return NULL;
    struct node *node = malloc(sizeof *node);
    if (!node) abort();
    node->next = build(n - 1);
    return node;
}

void release(struct node *node) {
    if (!node) return;
    struct node *next = node->next;
    free(node);
    release(next);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 2) return 0;
    release(build(n));
    return 0;
}
