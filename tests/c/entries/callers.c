// Each function is an entry of its own, whose callers pass anything; the comment above it says what
// is true of it, with every property checked.

void *malloc(unsigned long);
void *realloc(void *, unsigned long);
void free(void *);
void *memset(void *, int, unsigned long);
unsigned long strlen(const char *);
void __assert_fail(const char *, const char *, unsigned, const char *);

struct point {
    int x, y;
};
struct list {
    int value;
    struct list *next;
};
struct box {
    struct point *corner;
    int *sizes;
    int count;
};
struct pair {
    struct point a, b;
};
int known;
int *shared = &known;
static int hidden;

// verdict: TRUE
int checked(const struct point *p) {
    return p ? p->x : 0;
}

// verdict: FALSE(valid-deref)
int unchecked(const struct point *p) {
    return p->x;
}

// verdict: TRUE
int first(const int *a, int n) {
    if (!a || n < 1)
        return 0;
    return a[0];
}

// verdict: FALSE(valid-deref) (the array may be shorter)
int second(const int *a, int n) {
    if (!a || n < 2)
        return 0;
    return a[1];
}

// verdict: TRUE (a list of any length)
int length_to_ten(const struct list *l) {
    int n = 0;
    while (l && n < 10) {
        n++;
        l = l->next;
    }
    return n;
}

// verdict: FALSE(valid-free) (the second may be the first)
void free_both(struct list *a, struct list *b) {
    free(a);
    free(b);
}

// verdict: TRUE
void free_one(struct list *a, struct list *b) {
    free(a);
    if (b != a)
        free(b);
}

// verdict: FALSE(valid-deref) (freed through another name)
int alias_after_free(struct point *p, int *x) {
    if (!p || !x)
        return 0;
    free(p);
    return *x;
}

// verdict: FALSE(assert) (x may be p->x)
void write_alias(struct point *p, int *x) {
    if (!p || !x)
        return;
    p->x = 1;
    *x = 2;
    if (!(p->x == 1))
        __assert_fail("p->x == 1", "entries.c", 0, "");
}

// verdict: TRUE (an int is no pointer)
void write_other(struct list *p, int *x) {
    if (!p || !x)
        return;
    struct list *n = p->next;
    *x = 2;
    if (!(p->next == n))
        __assert_fail("p->next == n", "entries.c", 0, "");
}

// verdict: FALSE(assert) (may be the global)
void write_known(int *x) {
    if (!x)
        return;
    known = 1;
    *x = 2;
    if (!(known == 1))
        __assert_fail("known == 1", "entries.c", 0, "");
}

// verdict: TRUE (nobody has its address)
void write_hidden(int *x) {
    if (!x)
        return;
    hidden = 1;
    *x = 2;
    if (!(hidden == 1))
        __assert_fail("hidden == 1", "entries.c", 0, "");
}

// verdict: TRUE
void inner(struct box *b) {
    if (b && b->corner)
        b->corner->y = 3;
}

// verdict: FALSE(valid-deref) (corner may be null)
void inner_null(struct box *b) {
    if (b)
        b->corner->y = 3;
}

// verdict: UNKNOWN (a size may be the count, so both are bytes)
int counted(struct box *b) {
    if (b && b->sizes && b->count > 5)
        return b->sizes[5];
    return 0;
}

// verdict: TRUE
void swap(struct point *a, struct point *b) {
    if (!a || !b)
        return;
    struct point t = *a;
    *a = *b;
    *b = t;
}

// verdict: FALSE(assert) (a and b may overlap: the same object)
void swapped(struct point *a, struct point *b) {
    if (!a || !b)
        return;
    a->x = 1;
    b->x = 2;
    if (!(a->x + b->x == 3))
        __assert_fail("a->x + b->x == 3", "entries.c", 0, "");
}

// verdict: FALSE(assert)
void pointer_to_local(int **p) {
    int local = 1;
    if (!p)
        return;
    *p = &local;
    if (!(**p == 2))
        __assert_fail("**p == 2", "entries.c", 0, "");
}

// verdict: TRUE
void pointer_to_new(int **p) {
    if (!p)
        return;
    int *n = malloc(sizeof *n);
    if (!n)
        return;
    *n = 4;
    *p = n;
    if (!(**p == 4))
        __assert_fail("**p == 4", "entries.c", 0, "");
    *p = 0;
    free(n);
}

// verdict: TRUE (before the object there is nothing)
int *none(int *p) {
    return p;
}

// verdict: FALSE(valid-deref) (one before the start)
int before(int *p) {
    if (!p)
        return 0;
    return p[-1];
}

// verdict: TRUE
int own_array(int i) {
    int a[4] = {1, 2, 3, 4};
    int *p = a;
    if (i < 0 || i > 3)
        return 0;
    return p[i];
}

// verdict: FALSE(valid-deref) (not a local array)
int reaches_local(int *p) {
    int a[2] = {1, 2};
    int *q = a;
    if (p == q)
        if (!(0))
            __assert_fail("0", "entries.c", 0, "");
    return q[2];
}

// verdict: TRUE (nobody can point to a local object of a call that has not begun)
int not_local(int *p) {
    int a = 1;
    int *q = &a;
    if (!(p != q))
        __assert_fail("p != q", "entries.c", 0, "");
    return *q;
}

// verdict: TRUE (nor to memory that is allocated later)
int not_later(int *p) {
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    if (!(p != q))
        __assert_fail("p != q", "entries.c", 0, "");
    *q = 5;
    free(q);
    return 0;
}

// verdict: FALSE(valid-deref) (read after the callee freed it)
static void drop(struct list *l) {
    free(l);
}
int after_drop(struct list *l) {
    if (!l)
        return 0;
    drop(l);
    return l->value;
}

// verdict: TRUE (realloc keeps the contents)
int *grow(int *p) {
    if (!p)
        return 0;
    int old = *p;
    int *q = realloc(p, 8);
    if (!q)
        return 0;
    if (!(*q == old))
        __assert_fail("*q == old", "entries.c", 0, "");
    free(q);
    return 0;
}

// verdict: FALSE(valid-free) (free inside of an object)
void free_inside(struct list *l) {
    if (l)
        free(&l->next);
}

// verdict: FALSE(valid-free) (a local is not the heap)
void free_local(void) {
    int a;
    free(&a);
}

// verdict: FALSE(valid-free) (a parameter may be the global)
void free_known(int *p) {
    if (p == &known)
        free(p);
}

// verdict: FALSE(valid-deref) (no end of the string)
unsigned long string_length(const char *s) {
    return s ? strlen(s) : 0;
}

// verdict: TRUE
void self(struct list *l) {
    if (l && l->next == l) {
        l->next = 0;
        if (!(l->next == 0))
            __assert_fail("l->next == 0", "entries.c", 0, "");
    }
}

// verdict: TRUE (by value)
int by_value(struct box b) {
    return b.corner ? b.corner->x : 0;
}

// verdict: FALSE(valid-deref)
int by_value_null(struct box b) {
    return b.corner->x;
}

// verdict: FALSE(valid-deref) (too small for two ints)
long wide(char *p) {
    if (!p)
        return 0;
    return *(int *)p;
}

// verdict: FALSE(no-overflow) (overflow)
int halves(struct pair *p, struct point *q) {
    if (!p || !q)
        return 0;
    return p->b.y + q->x;
}

// verdict: FALSE(assert) (q may be the half of p)
void halves_alias(struct pair *p, struct point *q) {
    if (!p || !q)
        return;
    p->b.x = 1;
    q->x = 2;
    if (!(p->b.x == 1))
        __assert_fail("p->b.x == 1", "entries.c", 0, "");
}

// verdict: TRUE
void clear(struct point *p) {
    if (p)
        memset(p, 0, sizeof *p);
    if (p)
        if (!(p->x == 0))
            __assert_fail("p->x == 0", "entries.c", 0, "");
}

// verdict: FALSE(valid-deref) (only one of them is there)
void clear_two(struct point *p) {
    if (p)
        memset(p, 0, 2 * sizeof *p);
}

// verdict: TRUE
struct list *push(struct list *head, int value) {
    struct list *n = malloc(sizeof *n);
    if (!n)
        return head;
    n->value = value;
    n->next = head;
    if (!(n != head))
        __assert_fail("n != head", "entries.c", 0, "");
    return n;
}

// verdict: TRUE
int twice(struct list *l) {
    return l && l->next && l->next->next ? l->next->next->value : 0;
}

// verdict: FALSE(valid-deref) (after writing NULL)
int cut(struct list *a, struct list *b) {
    if (!a || !b || !b->next)
        return 0;
    a->next = 0;
    return b->next->value;
}

// verdict: TRUE
int not_cut(struct list *a, struct list *b) {
    if (!a || !b || a == b || !b->next)
        return 0;
    a->next = 0;
    return b->next->value;
}

// verdict: TRUE (it is the global)
int through_shared(int *p) {
    if (p == shared && p)
        return *p;
    return 0;
}
