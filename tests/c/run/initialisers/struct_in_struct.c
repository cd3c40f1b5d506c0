// A struct value as the initialiser of a member.
struct pair { int a, b; };
struct two { struct pair p, q; };
struct pair make(int n) { return (struct pair){n, n + 1}; }

int main(void) {
    struct pair p = {1, 2};
    struct two t = {p, {3, 4}};
    if (t.p.a != 1 || t.p.b != 2 || t.q.b != 4) return 1;
    struct two u = {.q = make(7), .p = t.q};
    if (u.q.a != 7 || u.q.b != 8 || u.p.a != 3) return 2;
    struct two v = {make(1), .p.b = 50};
    if (v.p.b != 50) return 3;
    return 0;
}
