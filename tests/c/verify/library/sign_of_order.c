// property: unreach-call
// verdict: TRUE
// The sign of a comparison is certain, kept in a variable or not.
extern int strcmp(const char *, const char *);
extern int memcmp(const void *, const void *, __typeof__(sizeof 0));
void reach_error(void);

int main(void) {
    char left[] = "ab", right[] = "ac";
    int order = strcmp(left, right), same = memcmp(left, right, 1);
    if (order >= 0 || same != 0) reach_error();
    if (strcmp(right, left) <= 0 || strcmp(left, "ab")) reach_error();
    return 0;
}
