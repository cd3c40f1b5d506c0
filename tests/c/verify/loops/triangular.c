// property: unreach-call
// verdict: TRUE
// The sum of the first five numbers.
extern void reach_error(void);

int main(void) {
    int sum = 0;
    for (int i = 1; i <= 5; i++) sum += i;
    if (sum != 15) reach_error();
    return 0;
}
