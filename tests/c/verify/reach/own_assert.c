// property: unreach-call
// verdict: TRUE
// An assert that the program defines itself, behind its call, means what its definition says.
int failures;

int check(int x)
{
    assert(x > 5);
    return failures;
}

int assert(int condition)
{
    if (!condition)
        failures++;
    return 0;
}

extern void reach_error(void);

int main(void)
{
    if (check(3) != 1)
        reach_error();
    return 0;
}
