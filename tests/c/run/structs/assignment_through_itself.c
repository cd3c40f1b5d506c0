// A struct that is replaced by what it points to.
struct s { int v; struct s *next; };

int main(void) {
    struct s last = {3, 0}, middle = {2, &last}, x = {1, &middle};
    if ((x = *x.next).v != 2) return 1;
    if (x.v != 2 || x.next != &last) return 2;
    struct s *p = &x;
    *p = *p->next;
    if (x.v != 3 || x.next) return 3;
    struct s a[2] = {{1, 0}, {2, 0}}, t;
    t = a[0];
    a[0] = a[1];
    a[1] = t;
    if (a[0].v != 2 || a[1].v != 1) return 4;
    return 0;
}
