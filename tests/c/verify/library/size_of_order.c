// property: unreach-call
// verdict: FALSE(unreach-call)
// Only the sign of a comparison is certain: gcc's own answer is another one than the difference.
extern int strcmp(const char *, const char *);
void reach_error(void);

int main(void) {
    if (strcmp("a", "d") != -3) reach_error();
    return 0;
}
