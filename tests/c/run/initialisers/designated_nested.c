// Designators with several steps.
struct inner { int x, y[3]; };
struct outer { struct inner in[2]; int z; };

int main(void) {
    struct outer o = {.in[1].y[1] = 5, 6, .z = 7, .in[0] = {1, {2, 3}}};
    if (o.in[0].x != 1 || o.in[0].y[0] != 2 || o.in[0].y[1] != 3 || o.in[0].y[2]) return 1;
    if (o.in[1].x || o.in[1].y[0] || o.in[1].y[1] != 5 || o.in[1].y[2] != 6) return 2;
    if (o.z != 7) return 3;
    int m[2][3] = {[1][2] = 9, [0] = {1}};
    if (m[1][2] != 9 || m[0][0] != 1 || m[0][1]) return 4;
    return 0;
}
