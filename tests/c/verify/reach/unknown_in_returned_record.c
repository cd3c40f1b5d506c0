// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-confirmed
// A pointer in a record that a function without a body returns may point to a member of the record that another one was
// given.
extern void reach_error(void);

struct device { int id; int level; } device;
struct cursor { int *setting; int number; };
extern void announce(struct device *d);
extern struct cursor first(void);

int main(void) {
    device.level = 7;
    announce(&device);
    struct cursor cursor = first();
    if (cursor.setting != 0) {
        *cursor.setting = 3;
        if (device.level != 7) reach_error();
    }
    return 0;
}
