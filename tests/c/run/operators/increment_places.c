// Increments of members, elements and through pointers.
struct counter { int count; unsigned char small; };

int main(void) {
    struct counter c = {1, 255}, *p = &c;
    int a[2] = {10, 20};
    int i = 0;
    p->count++;
    ++c.count;
    if (c.count != 3) return 1;
    c.small++;
    if (c.small != 0) return 2;
    p->small--;
    if (c.small != 255) return 3;
    a[i++]++;
    if (i != 1 || a[0] != 11 || a[1] != 20) return 4;
    a[i]--;
    if (a[1] != 19) return 5;
    double d = 1.5;
    d++;
    --d;
    d--;
    if (d != 0.5) return 6;
    return 0;
}
