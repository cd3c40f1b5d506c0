/* Numbers that are none, from texts. */
double nan(const char *);
float nanf(const char *);
long double nanl(const char *);

int main(void)
{
    double x = nan("1");
    float y = nanf("");
    long double z = nanl("7");
    if (x == x)
        return 1;
    if (y == y)
        return 2;
    if (z == z)
        return 3;
    return 0;
}
