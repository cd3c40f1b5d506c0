// property: unreach-call
// verdict: TRUE
// All objects of a list have the value that the loop stored.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int data;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof(struct node));
        fresh->data = 7;
        fresh->next = head;
        head = fresh;
    }
    for (struct node *at = head; at; at = at->next)
        if (at->data != 7) reach_error();
    return 0;
}
