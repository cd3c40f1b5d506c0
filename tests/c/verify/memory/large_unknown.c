// property: unreach-call
// verdict: UNKNOWN
// The same, of a function that is not known.
extern void reach_error(void);

struct large {
    int members[400];
    int count;
};

extern struct large make(int n);

int main(void) {
    struct large b = {{0}, 0};
    b = make(3);
    if (b.count == 3) reach_error();
    return 0;
}
