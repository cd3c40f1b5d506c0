// A call before any declaration declares a function that returns int.
int main(void) {
    if (later(20, 22) != 42) return 1;
    return 0;
}
int later(int a, int b) { return a + b; }
