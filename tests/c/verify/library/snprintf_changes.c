// property: unreach-call
// verdict: UNKNOWN
// What is printed is not known here: it may be anything, and then nothing is proved.
extern void reach_error(void);
extern void *malloc(unsigned long);
extern int snprintf(char *, unsigned long, const char *, ...);

struct device {
    const char *name;
    char path[16];
    int number;
};

int main(void) {
    struct device *device = malloc(sizeof *device);
    if (!device) return 0;
    device->name = "mouse";
    device->path[0] = 'x';
    snprintf(device->path, sizeof device->path, "%s/input%d", device->name, 3);
    if (device->path[0] == 'x') reach_error();
    return 0;
}
