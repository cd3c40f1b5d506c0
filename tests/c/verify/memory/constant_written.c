// property: valid-memsafety
// verdict: FALSE(valid-deref)
// Nobody may write a constant, be it through a pointer that may point to other memory.
extern int __VERIFIER_nondet_int(void);

typedef const int fixed;

static fixed table[3] = {1, 2, 3};

void set(int *place) { *place = 7; }

int main(void) {
    int local;
    set(&local);
    if (__VERIFIER_nondet_int())
        set((int *)table + 1);
    return 0;
}
