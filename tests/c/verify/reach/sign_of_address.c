// property: unreach-call
// verdict: FALSE(unreach-call)
// data-model: ILP32
// With 32 bits, an address may be negative as a signed number.
extern void reach_error(void);

int main(void) {
    int number;
    if ((int)(long)&number < 0) reach_error();
    return 0;
}
