// A record whose flexible member begins inside of it: gcc copies these elements with the record.
extern void *malloc(__typeof__(sizeof 0));
extern void free(void *);

struct text { int n; char c; char d[]; };
struct nested { struct { int n; short s; unsigned char d[0]; } in; int after; };

int main(void) {
    struct text *p = malloc(sizeof *p + 4), *q = malloc(sizeof *p + 4);
    if (!p || !q) return 0;
    p->n = 3; p->c = 'c'; q->n = 1; q->c = 'd';
    for (int i = 0; i < 7; i++) { p->d[i] = (char)(i + 1); q->d[i] = (char)(i + 10); }
    *q = *p;
    if (sizeof *p != 8 || q->n != 3 || q->c != 'c') return 1;
    if (q->d[0] != 1 || q->d[2] != 3) return 2;
    if (q->d[3] != 13 || q->d[6] != 16) return 3;
    free(p);
    free(q);
    struct nested a, b;
    a.in.d[0] = 5; a.in.d[1] = 6; a.in.n = 1; a.in.s = 2; a.after = 7;
    b = a;
    if (b.in.d[0] != 5 || b.in.d[1] != 6 || b.after != 7) return 4;
    return 0;
}
