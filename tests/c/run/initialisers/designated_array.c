// Elements by index; the array's length is the highest index plus one.
int main(void) {
    int a[] = {[3] = 30, 40, [1] = 10, 20};
    if (sizeof a != 20) return 1;
    if (a[0] || a[1] != 10 || a[2] != 20 || a[3] != 30 || a[4] != 40) return 2;
    int b[4] = {1, 2, 3, 4, [0] = 9};
    if (b[0] != 9 || b[1] != 2) return 3;
    enum { X = 2 };
    int c[] = {[X] = 1, [X + 1] = 2};
    if (c[2] != 1 || c[3] != 2 || sizeof c != 16) return 4;
    return 0;
}
