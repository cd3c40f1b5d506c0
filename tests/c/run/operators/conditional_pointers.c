// Pointers, null and structs as the branches of ?:.
struct pair { int a, b; };

int main(void) {
    int x = 1;
    struct pair p = {1, 2}, q = {3, 4};
    int *r = x ? &x : 0;
    if (r != &x) return 1;
    void *v = !x ? (void *)0 : r;
    if (v != r) return 2;
    struct pair s = x ? q : p;
    if (s.a != 3 || s.b != 4) return 3;
    if ((x > 5 ? q : p).b != 2) return 4;
    int (*f)[2] = x ? (int (*)[2])&p : 0;
    if ((*f)[1] != 2) return 5;
    return 0;
}
