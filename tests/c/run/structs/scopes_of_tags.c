// A tag in an inner scope is another type.
struct s { char c; };

int main(void) {
    if (sizeof(struct s) != 1) return 1;
    {
        struct s { int i; };
        if (sizeof(struct s) != 4) return 2;
        struct s x = {5};
        if (x.i != 5) return 3;
    }
    struct s y = {'y'};
    return y.c == 'y' ? 0 : 4;
}
