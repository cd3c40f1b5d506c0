// memcpy of structs, with pointers in them.
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *to, const void *from, size_t count);
struct s { char c; int *p; double d; };

int main(void) {
    int x = 5;
    struct s a = {'a', &x, 2.5}, b;
    memcpy(&b, &a, sizeof b);
    if (b.c != 'a' || b.p != &x || *b.p != 5 || b.d != 2.5) return 1;
    struct s array[2] = {a, {'z', 0, 0}}, other[2];
    memcpy(other, array, sizeof array);
    if (other[1].c != 'z' || other[1].p || other[0].p != &x) return 2;
    int *copy;
    memcpy(&copy, &a.p, sizeof copy);
    *copy = 6;
    if (x != 6) return 3;
    return 0;
}
