// property: unreach-call
// verdict: UNKNOWN
// A float that does not fit becomes one number where gcc converts it and another where the processor does.
extern void reach_error(void);

int main(void) {
    double large = 3e9;
    int from_variable = large;
    int from_constant = (int)3e9;
    unsigned char narrow = (unsigned char)300.0;
    if (from_variable == 2147483647 || from_constant != from_variable || narrow == 255) reach_error();
    return 0;
}
