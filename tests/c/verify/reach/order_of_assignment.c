// property: unreach-call
// verdict: FALSE(unreach-call)
// The order of a place and the value that is stored there is open; gcc begins with the place.
extern void reach_error(void);

int first = 1, second = 2;
int *target = &first;
static int redirect(int *to) { target = to; return 9; }

int main(void) {
    *target = redirect(&second);
    if (first == 9) reach_error();
    return 0;
}
