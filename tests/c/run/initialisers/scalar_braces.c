// A scalar may be initialised in braces.
int global = {5};

int main(void) {
    int x = {7};
    int *p = {&x};
    double d = {2.5};
    char c = {'c'};
    if (global != 5 || x != 7 || *p != 7 || d != 2.5 || c != 'c') return 1;
    return 0;
}
