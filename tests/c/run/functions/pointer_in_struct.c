// Functions as members, called through pointers.
struct shape { int side; int (*area)(const struct shape *); void (*grow)(struct shape *, int); };
int square_area(const struct shape *s) { return s->side * s->side; }
int line_area(const struct shape *s) { return 0 * s->side; }
void grow(struct shape *s, int by) { s->side += by; }

int main(void) {
    struct shape shapes[2] = {{3, square_area, grow}, {4, line_area, grow}};
    if (shapes[0].area(&shapes[0]) != 9) return 1;
    if (shapes[1].area(shapes + 1) != 0) return 2;
    struct shape *p = shapes;
    p->grow(p, 2);
    if (p->area(p) != 25) return 3;
    p[1].area = p->area;
    if (p[1].area(&p[1]) != 16) return 4;
    return 0;
}
