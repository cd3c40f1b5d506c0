// A struct that is completed later, and two that refer to each other.
struct later;
struct later *keep;
struct user { struct later *l; };
struct later { int x; struct user *u; };

int main(void) {
    struct later l = {5, 0};
    struct user u = {&l};
    l.u = &u;
    keep = &l;
    if (keep->u->l->x != 5) return 1;
    u.l->u->l->x = 6;
    if (l.x != 6) return 2;
    return 0;
}
