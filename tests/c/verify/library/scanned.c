// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 2,0,3
// scanf stores through all its arguments behind the format.
int scanf(const char *, ...);
void reach_error(void);

int main(void) {
    int a = 1, b = 2;
    scanf("%d %d", &a, &b);
    if (b != 2) reach_error();
    return 0;
}
