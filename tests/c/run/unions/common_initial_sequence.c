// Structs in a union share their common beginning.
union shape {
    struct { int kind; } any;
    struct { int kind; int radius; } circle;
    struct { int kind; short width, height; } box;
};

int main(void) {
    union shape s;
    s.circle.kind = 1;
    s.circle.radius = 0x00030002;
    if (s.any.kind != 1 || s.box.kind != 1) return 1;
    if (s.box.width != 2 || s.box.height != 3) return 2;
    s.any.kind = 2;
    if (s.circle.kind != 2 || s.circle.radius != 0x30002) return 3;
    return 0;
}
