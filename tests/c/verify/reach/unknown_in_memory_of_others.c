// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-executed
// A pointer in memory of code that is not there may point to a member of an object whose address was passed out.
extern void reach_error(void);

struct device { long id; int level; } device;
struct state { int *current; };
extern void announce(struct device *d);
extern struct state *state(void);

int main(void) {
    device.level = 7;
    announce(&device);
    struct state *s = state();
    if (!s || !s->current) return 0;
    *s->current = 9;
    if (device.level != 7) reach_error();
    return 0;
}
