// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-executed
// Memory that is filled with inputs.
typedef __typeof__(sizeof 0) size_t;
extern void __VERIFIER_nondet_memory(void *, size_t);
void reach_error(void);

int main(void) {
    char text[2] = {0, 0};
    __VERIFIER_nondet_memory(text, sizeof text);
    if (text[1] == 'x') reach_error();
    return 0;
}
