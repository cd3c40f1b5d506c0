// property: unreach-call
// verdict: FALSE(unreach-call)
// data-model: LP64
// gcc adds the member's offset to NULL, too: the result is no NULL, and no address of the object.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct pair { int first, second; } known;

static int *second_of(struct pair *pair) { return &pair->second; }

int main(void) {
    struct pair *pair = __VERIFIER_nondet_int() ? &known : 0;
    int *member = second_of(pair);
    if (member != 0 && member != &known.second) reach_error();
    return 0;
}
