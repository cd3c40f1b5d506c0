// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-confirmed
// A weak function that nobody defines may have no address.
void reach_error(void);
extern int helper(void) __attribute__((weak));

int main(void) {
    if (helper == 0) reach_error();
    return 0;
}
