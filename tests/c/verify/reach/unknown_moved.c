// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-executed
// Two pointers from elsewhere may point to different elements of one array.
extern void reach_error(void);

struct range { int *first, *last; };
extern struct range *range(void);

int main(void) {
    struct range *r = range();
    if (!r || !r->first || !r->last) return 0;
    r->first[2] = 1;
    *r->last = 2;
    if (r->first[2] != 1) reach_error();
    return 0;
}
