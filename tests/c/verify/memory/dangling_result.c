// property: valid-memsafety
// verdict: FALSE(valid-deref)
// What a call returns points to an object of that call, not to one of the next call.
struct link {
    int *to;
};

struct link next(struct link last) {
    int own = 1;
    struct link here = {&own};
    if (last.to)
        *last.to = 2;
    return here;
}

int main(void) {
    struct link none = {0};
    next(next(none));
    return 0;
}
