// Assignment copies all members; the copies are independent.
struct point { int x, y; char name[4]; };

int main(void) {
    struct point a = {1, 2, "abc"}, b;
    b = a;
    a.x = 10;
    a.name[0] = 'z';
    if (b.x != 1 || b.y != 2) return 1;
    if (b.name[0] != 'a' || b.name[2] != 'c' || b.name[3] != 0) return 2;
    struct point c = b, *p = &c;
    *p = a;
    if (c.x != 10 || c.name[0] != 'z') return 3;
    a = a;
    if (a.x != 10) return 4;
    return 0;
}
