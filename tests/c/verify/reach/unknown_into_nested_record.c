// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-executed
// A pointer from elsewhere to a record may point into the middle of a larger one, at an offset that is no multiple of its size.
extern void reach_error(void);

struct link { struct link *next, *previous; };
struct device { long id; struct link link; long level; };
extern void announce(struct device *d);
extern struct link *first(void);
struct device device;

int main(void) {
    announce(&device);
    device.link.previous = 0;
    struct link *link = first();
    link->previous = link;
    if (device.link.previous != 0) reach_error();
    return 0;
}
