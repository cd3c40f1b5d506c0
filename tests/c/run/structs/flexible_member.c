// A flexible array member, on the heap and with a static initialiser.
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t size);
void free(void *block);
struct text { int length; char data[]; };
static struct text fixed = {3, {'a', 'b', 'c'}};

int main(void) {
    if (sizeof(struct text) != 4) return 1;
    struct text *t = malloc(sizeof(struct text) + 5);
    if (!t) return 0;
    t->length = 5;
    for (int i = 0; i < 5; i++) t->data[i] = 'a' + i;
    if (t->data[4] != 'e' || t->length != 5) return 2;
    free(t);
    if (fixed.data[2] != 'c' || fixed.length != 3) return 3;
    return 0;
}
