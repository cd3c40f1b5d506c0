// property: unreach-call
// verdict: UNKNOWN
// A local object may be where another one was that has ended.
extern void reach_error(void);

int *seen;

void first(void) {
    int a = 1;
    seen = &a;
}

int main(void) {
    first();
    int b = 2;
    if (seen == &b) reach_error();
    return 0;
}
