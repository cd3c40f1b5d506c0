// A jump out of several loops at once.
int main(void) {
    int i, j, found = 0;
    for (i = 1; i < 10; i++)
        for (j = 1; j < 10; j++)
            if (i * j == 42) {
                found = 1;
                goto out;
            }
out:
    if (!found || i != 6 || j != 7) return 1;
    return 0;
}
