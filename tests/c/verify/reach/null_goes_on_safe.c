// property: unreach-call
// verdict: TRUE
// What is proved holds whether the machine traps at NULL or not.
extern void reach_error(void);

struct device { int state; };

int main(void) {
    struct device *d = 0;
    int seen = d->state;
    int other = 3;
    if (seen == 5) other = 4;
    if (other < 3) reach_error();
    return 0;
}
