// A list on the stack.
struct node { int value; struct node *next; };

int main(void) {
    struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    int sum = 0;
    for (struct node *p = &a; p; p = p->next) sum = sum * 10 + p->value;
    if (sum != 123) return 1;
    c.next = &a;
    if (a.next->next->next != &a) return 2;
    a.next->next->next->value = 9;
    if (a.value != 9) return 3;
    return 0;
}
