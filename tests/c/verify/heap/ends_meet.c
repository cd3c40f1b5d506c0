// property: unreach-call
// verdict: UNKNOWN
// execution: not-executed
// A pointer behind an object may be equal to one to another object.
extern void reach_error(void);

int main(void) {
    int first[2] = {0}, second[2] = {0};
    int *pointer = first;
    for (int i = 0; i < 2; i++) pointer++;
    if (pointer == second) reach_error();
    return first[0] + second[0];
}
