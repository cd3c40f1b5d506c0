// property: unreach-call
// verdict: UNKNOWN
// What assembly does to `clock` is not known, and it decides.
extern void reach_error(void);

int main(void)
{
    int clock = 0;
    __asm__("xorl %0, %0" : "=r"(clock));
    if (clock == 12345)
        reach_error();
    return 0;
}
