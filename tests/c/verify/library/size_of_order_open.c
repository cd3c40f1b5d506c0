// property: unreach-call
// verdict: UNKNOWN
// A library may answer with another number than this one's.
extern int memcmp(const void *, const void *, __typeof__(sizeof 0));
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    unsigned char left[1] = {1}, right[1] = {0};
    left[0] = __VERIFIER_nondet_int();
    if (left[0] != 1) return 0;
    int order = memcmp(left, right, 1);
    if (order != 1) reach_error();
    return 0;
}
