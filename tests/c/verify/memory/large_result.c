// property: unreach-call
// verdict: UNKNOWN
// A record of very many members as a result is more than is modelled, and that is said.
extern void reach_error(void);

struct large {
    int members[400];
    int count;
};

static struct large make(int n) {
    struct large result;
    result.count = n;
    result.members[0] = n;
    return result;
}

int main(void) {
    struct large b = {{0}, 0};
    b = make(3);
    if (b.count == 3) reach_error();
    return 0;
}
