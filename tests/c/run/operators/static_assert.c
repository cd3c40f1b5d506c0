// Static assertions at file scope, in blocks and in structs.
_Static_assert(sizeof(int) == 4, "int has four bytes");
struct s {
    int a;
    _Static_assert(1 + 1 == 2, "in a struct");
    int b;
};

int main(void) {
    _Static_assert(sizeof(struct s) == 8, "two members");
    _Static_assert((1 ? 5 : 1 / 1) == 5);
    struct s x = {1, 2};
    return x.a + x.b - 3;
}
