// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-executed
// What a function without a body returns may point to a member of the record that another one was given.
extern void reach_error(void);

struct device { long id; int level; } device;
extern void announce(struct device *d);
extern int *setting(void);

int main(void) {
    device.level = 7;
    announce(&device);
    int *s = setting();
    if (!s) return 0;
    *s = 9;
    if (device.level != 7) reach_error();
    return 0;
}
