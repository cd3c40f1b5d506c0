// property: unreach-call
// verdict: TRUE
// What scanf returns says which arguments it has stored; a width bounds a number.
int scanf(const char *, ...);
void reach_error(void);

int main(void) {
    int a = 1, b = 2;
    int count = scanf(" %3d-%d", &a, &b);
    if (count < 2 && b != 2) reach_error();
    if (count < 1 && a != 1) reach_error();
    if (a < -99 || a > 999) reach_error();
    if (count > 2) reach_error();
    return 0;
}
