// Pointers to members, and from a member back to its struct.
struct object { int id; struct link { struct link *next; } link; short weight; };

int main(void) {
    struct object o = {7, {0}, 3}, p = {8, {&o.link}, 4};
    struct link *l = p.link.next;
    struct object *found = (struct object *)((char *)l - __builtin_offsetof(struct object, link));
    if (found != &o || found->id != 7 || found->weight != 3) return 1;
    short *w = &found->weight;
    *w += 10;
    if (o.weight != 13) return 2;
    if ((char *)w - (char *)found != __builtin_offsetof(struct object, weight)) return 3;
    return 0;
}
