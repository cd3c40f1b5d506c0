// property: valid-memsafety
// verdict: FALSE(valid-deref)
// execution: not-confirmed
// Memory of alloca ends with its function.
typedef __typeof__(sizeof 0) size_t;
extern void *alloca(size_t);
int *make(void) {
    int *p = alloca(sizeof(int));
    *p = 3;
    return p;
}

int main(void) {
    int *p = make();
    return *p - 3;
}
