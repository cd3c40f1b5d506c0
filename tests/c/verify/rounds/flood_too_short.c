// property: unreach-call
// verdict: FALSE(unreach-call)
// Four nodes, each of which hears some of the others, but always the next one, tell the largest number that they know. After
// two rounds not all of them know the largest one.
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

signed char larger(signed char a, signed char b) {
    return a > b ? a : b;
}

int main(void) {
    signed char id1 = __VERIFIER_nondet_char(), id2 = __VERIFIER_nondet_char();
    signed char id3 = __VERIFIER_nondet_char(), id4 = __VERIFIER_nondet_char();
    if (id1 == id2 || id1 == id3 || id1 == id4 || id2 == id3 || id2 == id4 || id3 == id4) return 0;
    _Bool hears13 = __VERIFIER_nondet_bool(), hears24 = __VERIFIER_nondet_bool();
    _Bool hears31 = __VERIFIER_nondet_bool(), hears42 = __VERIFIER_nondet_bool();
    signed char max1 = id1, max2 = id2, max3 = id3, max4 = id4;
    int round = 0;
    while (round < 2) {
        signed char old1 = max1, old2 = max2, old3 = max3, old4 = max4;
        max1 = larger(max1, old2);
        max2 = larger(max2, old3);
        max3 = larger(max3, old4);
        max4 = larger(max4, old1);
        if (hears13) max1 = larger(max1, old3);
        if (hears24) max2 = larger(max2, old4);
        if (hears31) max3 = larger(max3, old1);
        if (hears42) max4 = larger(max4, old2);
        round++;
    }
    int leaders = (max1 == id1) + (max2 == id2) + (max3 == id3) + (max4 == id4);
    if (leaders != 1) reach_error();
    return 0;
}
