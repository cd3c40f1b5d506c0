// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-executed
// `memset` writes bytes, whatever the pointer's type is.
extern void reach_error(void);
extern void *memset(void *, int, __typeof__(sizeof 0));

struct device { long id; int level; } device;
extern void announce(struct device *d);
extern short *buffer(void);

int main(void) {
    device.level = 7;
    announce(&device);
    short *b = buffer();
    if (!b) return 0;
    memset(b, 0, 4);
    if (device.level != 7) reach_error();
    return 0;
}
