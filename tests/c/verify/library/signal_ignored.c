// property: unreach-call
// verdict: TRUE
// A signal that is ignored calls nothing.
extern void (*signal(int, void (*)(int)))(int);
void reach_error(void);

int main(void) {
    int x = 1;
    signal(2, (void (*)(int))1);
    if (x != 1) reach_error();
    return 0;
}
