// gcc drops the expression for a record when a later initialiser mentions one of its members.
struct point {
    int x, y;
};
struct shape {
    int a[2];
    int b;
    struct point p;
};
struct shape constant = {.p = (struct point){1, 2}, .p.y = 9};

int calls;
int count(int value) {
    calls++;
    return value;
}

int main(void) {
    struct point q = {7, 8};
    struct shape s = {.p = q, .p.y = 9};
    if (s.p.x != 0 || s.p.y != 9) return 1;
    struct shape elided = {.p = q, .b = 4, 5};
    if (elided.p.x != 5 || elided.p.y != 0 || elided.b != 4) return 2;
    struct shape literal = {.p = (struct point){1, 2}, .p.y = 9};
    if (literal.p.x != 0 || literal.p.y != 9) return 3;
    if (constant.p.x != 1 || constant.p.y != 9) return 4;
    struct shape braces = {.p = (struct point){0, 0}, .p = {3, 4}, .p.y = 5};
    if (braces.p.x != 3 || braces.p.y != 5) return 5;
    struct {
        struct point a[2];
    } pair = {.a = {q, q}, .a[1].x = 3};
    if (pair.a[0].x != 7 || pair.a[0].y != 8 || pair.a[1].x != 3 || pair.a[1].y != 0) return 6;
    // What is replaced is not evaluated.
    struct shape t = {.a = {count(1), count(2)}, .b = count(3), .a = {count(4)}};
    if (calls != 2 || t.a[0] != 4 || t.a[1] != 0 || t.b != 3) return 7;
    return 0;
}
