// property: unreach-call
// verdict: FALSE(unreach-call)
// Objects do not lie at the same place.
extern void reach_error(void);

int main(void) {
    int a[3], b[3];
    char *p = (char *)a, *q = (char *)b;
    if (q - p != 0) reach_error();
    return 0;
}
