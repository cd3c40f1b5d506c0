// property: unreach-call
// verdict: TRUE
// What is printed into a member changes no other one.
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
    device->number = 7;
    device->path[0] = 'x';
    snprintf(device->path, sizeof device->path, "%s/input%d", device->name, 3);
    if (device->number != 7 || device->name[0] != 'm') reach_error();
    return 0;
}
