// property: unreach-call
// verdict: TRUE
// Random numbers are not negative, in executions of the compiled program neither.
extern void reach_error(void);
extern int rand(void);

int main(void) {
    int number = rand();
    if (number < 0 || number % 10 > 9) reach_error();
    return 0;
}
