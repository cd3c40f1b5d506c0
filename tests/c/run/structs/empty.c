// An empty struct has size zero in gcc.
struct empty { };
struct holder { struct empty e; int x; };

int main(void) {
    if (sizeof(struct empty) != 0) return 1;
    if (sizeof(struct holder) != 4) return 2;
    struct holder h = {{}, 3}, g;
    g = h;
    if (g.x != 3) return 3;
    return 0;
}
