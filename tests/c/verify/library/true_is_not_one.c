// property: unreach-call
// verdict: FALSE(unreach-call)
// Questions about characters are answered by zero or not zero.
extern int isalpha(int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (c != 'a' || !isalpha(c)) return 0;
    int answer = isalpha(c);
    if (answer == 1024) reach_error();
    return 0;
}
