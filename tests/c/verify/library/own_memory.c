// property: unreach-call
// verdict: FALSE(unreach-call)
// What the environment says is not the default.
extern char *getenv(const char *);
extern int setenv(const char *, const char *, int);
void reach_error(void);

int main(void) {
    const char *place = "nowhere";
    setenv("PLACE", "somewhere", 1);
    const char *given = getenv("PLACE");
    if (given) place = given;
    if (place[0] != 'n') reach_error();
    return 0;
}
