// property: unreach-call
// verdict: UNKNOWN
// How often elements are compared is up to the library.
#include <stdlib.h>
extern void reach_error(void);

static int comparisons;
static int ascending(const void *a, const void *b) {
    comparisons++;
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int numbers[4] = {4, 3, 2, 1};
    qsort(numbers, 4, sizeof numbers[0], ascending);
    if (comparisons == 100) reach_error();
    return 0;
}
