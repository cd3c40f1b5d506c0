// Structs on the heap with pointers to the heap.
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t size);
void free(void *block);
struct buffer { int capacity, used; char *data; };
struct buffer *make(int capacity) {
    struct buffer *b = malloc(sizeof *b);
    if (!b) return 0;
    *b = (struct buffer){capacity, 0, malloc(capacity)};
    if (!b->data) {
        free(b);
        return 0;
    }
    return b;
}
int put(struct buffer *b, char c) {
    if (b->used == b->capacity) return 0;
    b->data[b->used++] = c;
    return 1;
}

int main(void) {
    struct buffer *b = make(3);
    if (!b) return 0;
    int accepted = 0;
    for (char c = 'a'; c <= 'e'; c++) accepted += put(b, c);
    int result = accepted == 3 && b->used == 3 && b->data[2] == 'c' ? 0 : 1;
    free(b->data);
    free(b);
    return result;
}
