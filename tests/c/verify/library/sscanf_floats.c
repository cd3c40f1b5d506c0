// property: unreach-call
// verdict: TRUE
// How far `sscanf` reads floating-point numbers, whatever their values are.

extern int sscanf(const char *, const char *, ...);
extern void reach_error(void);

int main(void)
{
    double d = 1;
    float f = 1;
    int k = 0;
    char rest[8];
    if (sscanf("3.5e2 2 7", "%lf %f %d", &d, &f, &k) != 3 || k != 7)
        reach_error();
    if (sscanf("1e5.5", "%lf%3s", &d, rest) != 2 || rest[0] != '.' || rest[1] != '5' || rest[2] != 0)
        reach_error();
    if (sscanf("-.", "%lf", &d) != 0 || sscanf("", "%lf", &d) != -1)
        reach_error();
    if (sscanf("12ex", "%lf%3s", &d, rest) != 2 || rest[0] != 'x')
        reach_error();
    return 0;
}
