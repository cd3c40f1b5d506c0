// property: unreach-call
// verdict: FALSE(unreach-call)
// data-model: LP64
// A literal of a union initialises one member; what other members have in further bits is open.
extern void reach_error(void);

union bits {
    _Bool first : 1;
    signed char more : 4;
};

static union bits all;

int main(void)
{
    all.more = -1;
    all = (union bits){1};
    if (all.more != 1)
        reach_error();
}
