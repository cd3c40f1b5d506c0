// property: unreach-call
// verdict: UNKNOWN
// The standard streams are what the library says, not any values: an execution in which they are equal is none.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    if (stdin == stdout || stderr == 0) reach_error();
    return 0;
}
