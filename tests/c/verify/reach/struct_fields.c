// property: unreach-call
// verdict: TRUE
// A copy of a struct keeps the relation between its members.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct range { int low, high; };
struct range normal(struct range r) {
    if (r.low > r.high) {
        struct range s = {r.high, r.low};
        return s;
    }
    return r;
}

int main(void) {
    struct range r = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    r = normal(r);
    if (r.low > r.high) reach_error();
    return 0;
}
