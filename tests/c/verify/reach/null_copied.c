// property: unreach-call
// verdict: UNKNOWN
// Copying from NULL is no copy of the target onto itself: a proof does not rest on the machine trapping there.
#include <string.h>
extern void reach_error(void);

int main(void) {
    char bytes[4] = {1, 2, 3, 4};
    char *none = 0;
    memcpy(bytes, none, 2);
    if (bytes[0] != 1) reach_error();
    return 0;
}
