// property: unreach-call
// verdict: UNKNOWN
// A proof does not rest on the machine trapping at NULL.
extern void reach_error(void);

struct device { int state; };
struct device only = {1};

int main(void) {
    struct device *d = 0;
    if (only.state == 2) d = &only;
    int state = d->state;
    if (state == 5) reach_error();
    return 0;
}
