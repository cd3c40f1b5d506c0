// property: unreach-call
// verdict: TRUE
// Inside of an object, a pointer is not equal to one to another object.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int left, right; };

int main(void) {
    int first[4] = {0}, second[4] = {0};
    int index = __VERIFIER_nondet_int();
    if (index < 0 || index > 3) return 0;
    if (first + index == second) reach_error();
    struct pair *pair = malloc(sizeof *pair), other = {0, 0};
    if (!pair) return 0;
    int *right = &pair->left + 1;
    if (right == &other.left) reach_error();
    return first[0] + second[0] + other.left;
}
