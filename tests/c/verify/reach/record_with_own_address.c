// property: unreach-call
// verdict: TRUE
// A static record that holds the address of a member.
extern void reach_error(void);

struct counter { int *current; int number; } counter = { &counter.number, 3 };

int main(void) {
    *counter.current += 2;
    if (counter.number != 5) reach_error();
    return 0;
}
