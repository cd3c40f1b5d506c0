// Compound literals are objects.
struct pair { int a, b; };
int sum(struct pair *p) { return p->a + p->b; }
int total(int *a, int n) {
    int t = 0;
    while (n--) t += *a++;
    return t;
}
int *global = (int[]){7, 8, 9};

int main(void) {
    if (sum(&(struct pair){3, 4}) != 7) return 1;
    if (total((int[]){1, 2, 3}, 3) != 6) return 2;
    struct pair p;
    p = (struct pair){.b = 5};
    if (p.a || p.b != 5) return 3;
    int *q = (int[4]){1};
    q[3] = 6;
    if (q[0] != 1 || q[1] || q[3] != 6) return 4;
    if ((int){12} != 12 || (char[]){"abc"}[1] != 'b') return 5;
    if (global[2] != 9) return 6;
    return 0;
}
