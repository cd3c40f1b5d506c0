// property: unreach-call
// verdict: TRUE
// The bytes 0 and 1 are the values of a `_Bool`.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct pair { _Bool first; char between; _Bool second; };

int main(void) {
    struct pair from = {__VERIFIER_nondet_int(), 5, 1}, to;
    unsigned char bytes[sizeof from];
    memcpy(bytes, &from, sizeof from);
    memcpy(&to, bytes, sizeof to);
    if (to.first != from.first || !to.second || bytes[0] > 1) reach_error();
    memset(&to, 0, sizeof to);
    if (to.second) reach_error();
    return 0;
}
