// property: unreach-call
// verdict: TRUE
// data-model: LP64
// Objects lie where their types may.
extern void reach_error(void);

long number;

int main(void) {
    if ((unsigned long)&number % 8 != 0) reach_error();
    return 0;
}
