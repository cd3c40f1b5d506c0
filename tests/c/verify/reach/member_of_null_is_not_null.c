// property: unreach-call
// verdict: TRUE
// data-model: LP64
// The address of a member behind a pointer that is always NULL is a number.
extern void reach_error(void);

struct pair { int first, second; };

int main(void) {
    struct pair *nothing = 0;
    if (&nothing->second == 0 || &nothing->first != 0) reach_error();
    if ((unsigned long)&nothing->second != 4) reach_error();
    return 0;
}
