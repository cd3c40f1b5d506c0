// Members of members, by value and through pointers.
struct leaf { int value; };
struct branch { struct leaf left, right; struct leaf *extra; };
struct tree { struct branch top; int size; };

int main(void) {
    struct leaf l = {7};
    struct tree t = {{{1}, {2}, &l}, 3};
    if (t.top.left.value != 1 || t.top.right.value != 2) return 1;
    if (t.top.extra->value != 7) return 2;
    t.top.extra->value = 8;
    if (l.value != 8) return 3;
    struct branch *b = &t.top;
    b->right = *b->extra;
    if (t.top.right.value != 8) return 4;
    (&t)->top.left = (struct leaf){9};
    if (b->left.value != 9 || t.size != 3) return 5;
    return 0;
}
