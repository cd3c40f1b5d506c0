// A later initialiser of an aggregate replaces all that was said about its members.
struct point {
    int x, y;
};
struct shape {
    int a[2];
    int b;
    struct point p;
};
struct shape g = {.a = {1, 2}, .b = 3, .a = {4}};
struct shape nested = {.p.y = 9, .a[1] = 2, .p = {1}, .a = {5}};
struct shape many[3] = {[0 ... 2] = {.a = {1, 2}, .b = 3}, [1] = {.b = 4}, [2].b = 8};
int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}, [0] = {9}, [1][1] = 8};
char text[2][8] = {"hello", "world", [0] = "x", [1][0] = 'W'};
union both {
    struct point p;
    char bytes[8];
};
union both other_member = {.p = {1, 2}, .bytes = {3}};
union both same_member = {.p = {1, 2}, .p.y = 7};
union {
    union {
        int i;
        char c[4];
    } in;
    long long l;
} deep = {.in.c[0] = 1, .in.c[1] = 2};

int main(void) {
    if (g.a[0] != 4 || g.a[1] != 0 || g.b != 3) return 1;
    if (nested.p.x != 1 || nested.p.y != 0 || nested.a[0] != 5 || nested.a[1] != 0) return 2;
    if (many[0].a[1] != 2 || many[0].b != 3) return 3;
    if (many[1].a[0] != 0 || many[1].a[1] != 0 || many[1].b != 4) return 4;
    if (many[2].a[1] != 2 || many[2].b != 8) return 5;
    if (matrix[0][0] != 9 || matrix[0][1] || matrix[0][2] || matrix[1][0] != 4 || matrix[1][1] != 8) return 6;
    if (text[0][0] != 'x' || text[0][1] || text[0][4] || text[1][0] != 'W' || text[1][4] != 'd') return 7;
    if (other_member.p.x != 3 || other_member.p.y != 0) return 8;
    if (same_member.p.x != 1 || same_member.p.y != 7) return 9;
    if (deep.l != 0x201) return 10;
    int two = 2;
    struct shape local = {.a = {1, two}, .b = 3, .a = {4}};
    if (local.a[0] != 4 || local.a[1] != 0 || local.b != 3) return 11;
    local = (struct shape){.p = {two, two}, .a = {two}, .p = {.y = 1}};
    if (local.p.x != 0 || local.p.y != 1 || local.a[0] != 2) return 12;
    return 0;
}
