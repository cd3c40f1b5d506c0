// The value of a range is evaluated once.
int calls;
int next(void) { return ++calls; }

int main(void) {
    int a[4] = {[0 ... 3] = next()};
    if (calls != 1) return 1;
    if (a[0] != 1 || a[3] != 1) return 2;
    return 0;
}
