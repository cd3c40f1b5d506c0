// A void pointer converts to and from any object pointer without a cast.
int main(void) {
    int x = 5;
    void *v = &x;
    int *p = v;
    if (*p != 5) return 1;
    const void *cv = p;
    if (cv != v) return 2;
    unsigned char *bytes = v;
    if (*bytes != 5) return 3;
    return 0;
}
