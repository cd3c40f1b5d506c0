// property: unreach-call
// verdict: TRUE
// A copied array equals the original.
typedef __typeof__(sizeof 0) size_t;
extern void *memcpy(void *, const void *, size_t);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[3] = {__VERIFIER_nondet_int(), 5, __VERIFIER_nondet_int()}, b[3];
    memcpy(b, a, sizeof a);
    if (b[0] != a[0] || b[1] != 5 || b[2] != a[2]) reach_error();
    return 0;
}
