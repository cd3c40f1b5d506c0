// property: unreach-call
// verdict: TRUE
// ctime_r returns its buffer or NULL, and changes nothing else.
extern char *ctime_r(const long *, char *);
void reach_error(void);

int main(void) {
    long now = 0;
    char text[64], other = 5;
    char *result = ctime_r(&now, text);
    if (result != 0 && result != text) reach_error();
    if (other != 5 || now != 0) reach_error();
    return 0;
}
