// Inner names hide outer ones.
int x = 1;
int outer(void) { return x; }
int parameter(int x) { return x; }

int main(void) {
    if (x != 1) return 1;
    int x = 2;
    {
        int x = 3;
        if (x != 3) return 2;
        {
            extern int x;
            if (x != 1) return 3;
            x = 10;
        }
        if (x != 3) return 4;
    }
    if (x != 2 || outer() != 10 || parameter(7) != 7) return 5;
    return 0;
}
