// Insertion sort and binary search.
int main(void) {
    int a[9] = {5, -2, 9, 0, 7, 7, -8, 3, 1};
    for (int i = 1; i < 9; i++) {
        int x = a[i], j = i;
        while (j > 0 && a[j - 1] > x) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = x;
    }
    for (int i = 1; i < 9; i++)
        if (a[i - 1] > a[i]) return 1;
    int low = 0, high = 8;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] < 3) low = middle + 1;
        else high = middle;
    }
    if (low != 4 || a[low] != 3) return 2;
    return 0;
}
