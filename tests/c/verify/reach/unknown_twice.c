// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-executed
// Two pointers from elsewhere may point to the same object.
extern void reach_error(void);

struct box { int content; };
extern struct box *give(void);

int main(void) {
    struct box *a = give(), *b = give();
    a->content = 1;
    b->content = 2;
    if (a->content == 2) reach_error();
    return 0;
}
