// Bit-fields through pointers, in arrays and nested structs.
struct item { unsigned kind : 2; unsigned size : 6; };
struct box { char tag; struct item items[3]; };

int main(void) {
    struct box b = {'b', {{1, 10}, {2, 20}, {3, 63}}};
    struct item *p = b.items;
    int sum = 0;
    for (int i = 0; i < 3; i++, p++) sum += p->kind * p->size;
    if (sum != 239) return 1;
    p = &b.items[1];
    p->size = p[1].size;
    p->kind ^= 3;
    if (b.items[1].size != 63 || b.items[1].kind != 1) return 2;
    if (b.items[0].size != 10 || b.items[2].kind != 3) return 3;
    return 0;
}
