// property: unreach-call
// verdict: FALSE(unreach-call)
// A device behind a table of handlers, with its state in memory: four commands in the right order, one of them with the
// right argument, lead to the error.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void reach_error(void);

struct device {
    int state;
    int count;
    int (*handler)(struct device *, int);
};

static int open_device(struct device *device, int argument)
{
    if (device->state == 0 && argument == 77123)
        device->state = 1;
    return device->state;
}

static int use_device(struct device *device, int argument)
{
    if (device->state == 1 && argument > 1000)
        device->count++;
    return device->count;
}

static int close_device(struct device *device, int argument)
{
    if (device->count == 2 && argument + device->state == 5)
        reach_error();
    device->state = 0;
    return 0;
}

int main(void)
{
    struct device *device = malloc(sizeof(struct device));
    if (!device)
        return 0;
    device->state = 0;
    device->count = 0;
    while (1) {
        int command = __VERIFIER_nondet_int();
        int argument = __VERIFIER_nondet_int();
        switch (command) {
        case 11:
            device->handler = open_device;
            break;
        case 22:
            device->handler = use_device;
            break;
        case 33:
            device->handler = close_device;
            break;
        default:
            return 0;
        }
        device->handler(device, argument);
    }
}
