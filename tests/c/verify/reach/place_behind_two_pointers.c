// property: unreach-call
// verdict: FALSE(unreach-call)
// A record is written through a pointer that lies in it.
extern void reach_error(void);

struct node { struct node *link; int weight; };

int main(void) {
    struct node a, b;
    a.link = &a;
    a.weight = 1;
    b.link = 0;
    b.weight = 2;
    struct node **middle = &a.link;
    **middle = b;
    if (a.weight != 1) reach_error();
    return 0;
}
