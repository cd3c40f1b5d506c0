// Taking addresses and following them, several levels deep.
int main(void) {
    int x = 1, y = 2;
    int *p = &x, **pp = &p, ***ppp = &pp;
    **pp = 5;
    if (x != 5) return 1;
    *pp = &y;
    if (*p != 2) return 2;
    ***ppp = 9;
    if (y != 9) return 3;
    if (&*p != p || *&x != 5) return 4;
    if (*ppp != pp || **ppp != p) return 5;
    return 0;
}
