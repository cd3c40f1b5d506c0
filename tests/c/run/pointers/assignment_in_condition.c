// Following a list in the condition of the loop.
struct node { struct node *next; int v; };

int main(void) {
    struct node c = {0, 3}, b = {&c, 2}, a = {&b, 1}, *p = &a;
    int n = 0;
    while ((p = p->next)) n = n * 10 + p->v;
    if (n != 23) return 1;
    p = &a;
    if ((p = p->next) != &b) return 2;
    if ((p->next = p->next->next) != 0) return 3;
    if ((a.next = a.next->next)) return 4;
    struct node *list[3] = {&a, &b, &c}, **q = list;
    n = 0;
    while ((p = *q++) != &c) n += p->v;
    if (n != 3) return 5;
    return 0;
}
