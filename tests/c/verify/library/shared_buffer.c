// property: unreach-call
// verdict: FALSE(unreach-call)
// gmtime and localtime return the same memory.
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
extern struct tm *gmtime(const long *);
extern struct tm *localtime(const long *);
void reach_error(void);

int main(void) {
    long now = 0;
    struct tm *there = gmtime(&now), *here = localtime(&now);
    if (there == 0 || here == 0) return 0;
    there->tm_year = 1;
    here->tm_year = 2;
    if (there->tm_year != 1) reach_error();
    return 0;
}
