// The middle of ?: may be left out; the condition is evaluated once.
int calls;
int next(void) { return calls++; }

int main(void) {
    int x = 5;
    if ((x ?: 7) != 5) return 1;
    x = 0;
    if ((x ?: 7) != 7) return 2;
    next();
    if ((next() ?: 9) != 1 || calls != 2) return 3;
    return 0;
}
