// Tables of functions and of structs with functions.
int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
struct entry { char name; int (*run)(int, int); };
static const struct entry table[] = {{'+', add}, {'-', &sub}, {.name = '*'}};
int (*plain[2])(int, int) = {sub, add};

int main(void) {
    if (table[0].run(5, 3) != 8 || table[1].run(5, 3) != 2) return 1;
    if (table[2].run || table[2].name != '*') return 2;
    if (plain[0](1, 2) != -1 || (*plain[1])(1, 2) != 3) return 3;
    return 0;
}
