// property: valid-memsafety
// verdict: FALSE(valid-deref)
// A local variable of the caller keeps the address from one call to the next.
void visit(int **here, int *before) {
    int own = 1;
    *here = &own;
    if (before)
        *before = 2;
}

void twice(void) {
    int *first, *second;
    visit(&first, 0);
    visit(&second, first);
}

int main(void) {
    twice();
    return 0;
}
