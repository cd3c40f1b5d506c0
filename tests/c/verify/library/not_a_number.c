// property: unreach-call
// verdict: TRUE
// A NaN from a text is a NaN.
extern double nan(const char *);
extern float nanf(const char *);
void reach_error(void);

int main(void) {
    double x = nan("1");
    float y = nanf("");
    if (x == x || y >= 0 || y < 0) reach_error();
    return 0;
}
