// property: unreach-call
// verdict: FALSE(unreach-call)
// The start of a range is read from the range.
extern void reach_error(void);

void *memset(void *, int, unsigned long);

int main(void) {
    int a[6] = {0, 1, 2, 3, 4, 5};
    memset(a + a[0], 0, 3 * sizeof(int));
    if (a[2] == 0) reach_error();
    return 0;
}
