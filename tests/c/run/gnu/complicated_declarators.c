// Declarators of every depth.
int f(void) { return 5; }
int (*fp)(void) = f;
int (*(*fpp))(void) = &fp;
int (*table[2])(void) = {f, f};
int (*(*get(void)))(void) { return table; }
int (*(*array_of_rows)[2])(void) = &table;
char *(*names[2])[2];

int main(void) {
    if ((*fpp)() != 5 || (**fpp)() != 5) return 1;
    if (get()[1]() != 5) return 2;
    if ((*array_of_rows)[0]() != 5) return 3;
    char *pair[2] = {"ab", "cd"};
    names[1] = &pair;
    if ((*names[1])[1][0] != 'c') return 4;
    if (sizeof names != 2 * sizeof(void *)) return 5;
    return 0;
}
