// Declarations of functions inside of blocks, and repeated ones.
int main(void) {
    int helper(int), other(void);
    int helper(int x);
    if (helper(3) != 4) return 1;
    if (other() != 5) return 2;
    return 0;
}
int other(void);
int helper(int x) { return x + 1; }
int other(void) { return 5; }
