// property: unreach-call
// verdict: TRUE
// Only even numbers get through.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    for (int i = 0; i < 1000; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < 0) break;
        if (x % 2 == 1) continue;
        if (x % 2 != 0) reach_error();
    }
    return 0;
}
