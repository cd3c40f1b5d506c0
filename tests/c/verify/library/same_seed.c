// property: unreach-call
// verdict: TRUE
// The same seed gives the same numbers. That is not modelled, so no violation must be found.
extern void srand(unsigned);
extern int rand(void);
void reach_error(void);

int main(void) {
    srand(3);
    int first = rand();
    srand(3);
    if (rand() != first) reach_error();
    return 0;
}
