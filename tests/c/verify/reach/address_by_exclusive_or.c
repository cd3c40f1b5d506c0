// property: unreach-call
// verdict: FALSE(unreach-call)
// A pointer that is hidden by another address is still the pointer to its object.
extern void reach_error(void);

int main(void) {
    int x = 1, y = 2;
    unsigned long both = (unsigned long)&x ^ (unsigned long)&y;
    int *p = (int *)(both ^ (unsigned long)&y);
    *p = 5;
    if (x != 1) reach_error();
    return y - 2;
}
