// property: unreach-call
// verdict: FALSE(unreach-call)
// A function without a body returns anything.
extern int somewhere_else(void);
extern void reach_error(void);

int main(void) {
    int x = somewhere_else();
    if (x == 12345) reach_error();
    return 0;
}
