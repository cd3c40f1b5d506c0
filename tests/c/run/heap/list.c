// A list that is built, reversed and freed.
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t size);
void free(void *block);
struct node { int value; struct node *next; };

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 5; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) break;
        n->value = i;
        n->next = head;
        head = n;
    }
    struct node *reversed = 0;
    while (head) {
        struct node *next = head->next;
        head->next = reversed;
        reversed = head;
        head = next;
    }
    int result = 0, expected = 0;
    while (reversed) {
        struct node *next = reversed->next;
        if (reversed->value != expected++) result = 1;
        free(reversed);
        reversed = next;
    }
    return result;
}
