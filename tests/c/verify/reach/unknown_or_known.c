// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-executed
// What a function without a body returns need not be the object that takes its place otherwise.
extern void reach_error(void);

struct config { int level; };
extern struct config *lookup(int key);
struct config standard = {3};

int main(void) {
    struct config *c = lookup(1);
    if (!c) c = &standard;
    if (c->level != 3) reach_error();
    return 0;
}
