// The value of a range is evaluated once, and only if an element is left that has it.
struct shape {
    int a[2];
    int b;
};
int calls;
int count(int value) {
    calls++;
    return value;
}

int main(void) {
    int first[4] = {[0 ... 3] = count(3), [0] = count(4)};
    if (calls != 2 || first[0] != 4 || first[1] != 3 || first[3] != 3) return 1;
    calls = 0;
    int all[4] = {[0 ... 3] = count(3), [0 ... 3] = count(4)};
    if (calls != 1 || all[0] != 4 || all[3] != 4) return 2;
    calls = 0;
    struct shape list[3] = {[0 ... 2] = {.a = {count(1)}, .b = 2}};
    if (calls != 1 || list[0].a[0] != 1 || list[2].a[0] != 1 || list[1].b != 2) return 3;
    calls = 0;
    struct shape changed[2] = {[0 ... 1] = {.a = {count(1)}, .b = 2}, [1].b = 3};
    if (calls != 1 || changed[0].a[0] != 1 || changed[1].a[0] != 0 || changed[1].b != 3) return 4;
    calls = 0;
    struct shape literals[2] = {[0 ... 1] = (struct shape){{1, count(2)}, 3}};
    if (calls != 1 || literals[0].a[1] != 2 || literals[1].a[1] != 2) return 5;
    return 0;
}
