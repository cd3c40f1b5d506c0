// property: unreach-call
// verdict: FALSE(unreach-call)
// data-model: LP64
// A copy of a record may change the bits beside its bit-fields; gcc copies them.
extern void reach_error(void);

struct flag {
    unsigned char set : 1;
};

union view {
    int number;
    struct flag flag;
};

static struct flag cleared[2];
static union view all = {3};

int main(void)
{
    all.flag = cleared[1];
    if ((all.number & 3) != 2)
        reach_error();
}
