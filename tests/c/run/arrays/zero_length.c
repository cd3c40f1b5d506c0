// Arrays of length zero, a GNU extension.
struct tail { int count; int cells[0]; };

int main(void) {
    if (sizeof(struct tail) != 4) return 1;
    int none[0];
    if (sizeof none != 0) return 2;
    int block[4] = {3, 10, 20, 30};
    struct tail *t = (struct tail *)block;
    if ((void *)t->cells != (void *)(block + 1)) return 3;
    return 0;
}
