// property: unreach-call
// verdict: FALSE(unreach-call)
// Where an object lies is modelled too coarsely for a verdict; that the compiled program gets there is one.
void reach_error(void) {}

int object;

int main(void) {
    unsigned long number = (unsigned long)&object;
    if (number % 4 == 0) reach_error();
    return 0;
}
