// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-executed
// A pointer from elsewhere that equals the address of an object points to it.
extern void reach_error(void);

extern int *find(void);
int number = 4;

int main(void) {
    int *p = find();
    if (p == &number) {
        *p = 5;
        if (number == 5) reach_error();
    }
    return 0;
}
