// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-executed
// Functions that are not there may return the same memory twice.
struct entry {
    int value;
};
extern struct entry *first_entry(void);
extern struct entry *last_entry(void);
void reach_error(void);

int main(void) {
    struct entry *first = first_entry(), *last = last_entry();
    if (first == 0 || last == 0) return 0;
    first->value = 1;
    last->value = 2;
    if (first->value != 1) reach_error();
    return 0;
}
