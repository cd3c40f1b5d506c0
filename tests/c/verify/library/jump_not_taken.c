// property: unreach-call
// verdict: TRUE
// setjmp returns zero as long as nobody jumps.
typedef long jmp_buf[32];
int _setjmp(jmp_buf);
void longjmp(jmp_buf, int);
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    jmp_buf here;
    int state = 1;
    if (_setjmp(here)) state = 2;
    if (state == 3) longjmp(here, 1);
    if (state != 1) reach_error();
    return 0;
}
