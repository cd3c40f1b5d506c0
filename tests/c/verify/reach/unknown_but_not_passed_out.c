// property: unreach-call
// verdict: TRUE
// Nobody else knows the address of the record.
extern void reach_error(void);

struct device { long id; int level; } device;
extern int *setting(void);

int main(void) {
    device.level = 7;
    int *s = setting();
    if (!s) return 0;
    *s = 9;
    if (device.level != 7) reach_error();
    return 0;
}
