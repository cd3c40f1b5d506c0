// property: valid-memsafety
// verdict: FALSE(valid-memtrack)
// The oldest object is not freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *fresh = malloc(sizeof(struct node));
        fresh->data = 7;
        fresh->next = head;
        head = fresh;
    }
    int sum = 0;
    for (struct node *at = head; at; at = at->next)
        sum = at->data;
    while (head && head->next) {
        struct node *rest = head->next;
        free(head);
        head = rest;
    }
    return sum == 8;
}
