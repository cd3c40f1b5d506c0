// property: unreach-call
// verdict: FALSE(unreach-call)
// What assembly does to `clock` is not known, and does not matter here.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int clock = 0, sum = 0;
    for (int i = 0; i < 20; i++) {
        __asm__("nop" : "=r"(clock));
        sum += clock & 1;
        sum -= clock & 1;
    }
    int input = __VERIFIER_nondet_int();
    if (input == 12345)
        reach_error();
    return sum;
}
