// Going back before a declaration runs its initialiser again.
int main(void) {
    int rounds = 0, sum = 0;
again:;
    int x = rounds * 10;
    sum += x;
    x = 1000;
    if (++rounds < 3) goto again;
    if (sum != 30) return 1;
    return 0;
}
