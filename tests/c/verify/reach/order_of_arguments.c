// property: unreach-call
// verdict: FALSE(unreach-call)
// The order in which arguments are evaluated is open; gcc begins with the last one.
extern void reach_error(void);

int count;
static int next(int weight) { count = count * 10 + weight; return weight; }
static int both(int a, int b) { return a + b; }

int main(void) {
    both(next(1), next(2));
    if (count == 21) reach_error();
    return 0;
}
