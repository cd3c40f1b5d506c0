// property: unreach-call
// verdict: TRUE
// The values of an initialiser are evaluated in any order, each once.
extern void reach_error(void);
int count;
static int next(void) { return ++count; }
struct pair { int a, b; };

int main(void) {
    struct pair p = {next(), next()};
    if (p.a + p.b != 3 || p.a == p.b || count != 2) reach_error();
    return 0;
}
