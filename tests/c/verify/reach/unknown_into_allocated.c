// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-executed
// What a function without a body returns may point to a member of an allocated record that another one was given.
#include <stdlib.h>
extern void reach_error(void);

struct device { int id; int level; };
extern void announce(struct device *d);
extern int *setting(void);

int main(void) {
    struct device *device = malloc(sizeof *device);
    device->level = 7;
    announce(device);
    *setting() = 3;
    if (device->level != 7) reach_error();
    return 0;
}
