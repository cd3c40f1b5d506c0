// property: unreach-call
// verdict: TRUE
// Calls that touch different variables give the same in every order.
extern void reach_error(void);

int left, right;
static int count_left(void) { return ++left; }
static int count_right(void) { return ++right; }

int main(void) {
    int sum = count_left() * 10 + count_right();
    if (sum != 11 || left != 1 || right != 1) reach_error();
    return 0;
}
