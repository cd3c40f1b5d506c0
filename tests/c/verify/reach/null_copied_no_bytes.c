// property: unreach-call
// verdict: TRUE
// No bytes are copied from or to NULL, which is nothing.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int kept = 7;
    int *place = __VERIFIER_nondet_int() ? &kept : 0;
    memcpy(place, place, 0);
    memset(place, 1, 0);
    if (kept != 7) reach_error();
    return 0;
}
