// property: unreach-call
// verdict: UNKNOWN
// data-model: LP64
// What lies at the address of a device is not known: neither does a read give what was written, nor anything else.
extern void reach_error(void);

struct registers {
    int control;
    int status;
};

#define DEVICE ((volatile struct registers *)0x40001000)

int main(void)
{
    DEVICE->control = 3;
    if (DEVICE->control != 3)
        reach_error();
}
