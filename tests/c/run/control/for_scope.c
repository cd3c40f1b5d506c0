// A variable of a for loop is another one than that of the same name outside.
int main(void) {
    int i = 42, n = 0;
    for (int i = 0; i < 3; i++) {
        int i = 7;
        n += i;
    }
    if (i != 42 || n != 21) return 1;
    for (int i = 0; i < 2; i++)
        for (int i = 0; i < 3; i++) n++;
    if (n != 27) return 2;
    return 0;
}
