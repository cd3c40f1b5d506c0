// A binary search tree, filled and searched without recursion.
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t size);
void exit(int);
struct node { int key; struct node *child[2]; };
struct node pool[8];
int used;
struct node *root;
void insert(int key) {
    struct node **place = &root;
    while (*place) place = &(*place)->child[key > (*place)->key];
    *place = &pool[used++];
    (*place)->key = key;
}
int depth(int key) {
    int d = 1;
    for (struct node *n = root; n; n = n->child[key > n->key], d++)
        if (n->key == key) return d;
    return 0;
}

int main(void) {
    insert(5);
    insert(2);
    insert(8);
    insert(1);
    insert(3);
    insert(9);
    if (depth(5) != 1 || depth(3) != 3 || depth(9) != 3 || depth(7) != 0) return 1;
    if (root->child[1]->child[1]->key != 9 || root->child[0]->child[0]->child[0]) return 2;
    return 0;
}
