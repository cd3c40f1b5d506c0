// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 14
// Three bytes behind the fourteenth reach the next member.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int snprintf(char *, unsigned long, const char *, ...);

struct device {
    char path[16];
    char mark;
} device;

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 14) return 0;
    device.mark = 1;
    snprintf(device.path + n, 3, "%d", 12345);
    if (device.mark != 1) reach_error();
    return 0;
}
