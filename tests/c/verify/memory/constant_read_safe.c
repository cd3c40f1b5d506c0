// property: valid-memsafety
// verdict: TRUE
// Constants are read and other memory is written; a pointer to constants is none itself.
static const int table[3] = {1, 2, 3};
const char *names[2] = {"one", "two"};

int get(const int *place) { return *place; }
void set(int *place) { *place = 7; }

int main(void) {
    char text[4] = "abc";
    char *end = text + 3;
    int local;
    *end = 'd';
    set(&local);
    names[1] = "three";
    const char **last = &names[1];
    *last = names[0];
    return get(&local) + get(table + 1) + (*last)[2] == 0;
}
