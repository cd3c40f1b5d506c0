// property: unreach-call
// verdict: FALSE(unreach-call)
// A number that was made from an address lies beside a pointer with an offset.
extern void reach_error(void);

struct entry { unsigned key; unsigned hash; char *text; };
char letters[4] = "abc";

int main(void) {
    struct entry e;
    e.hash = (unsigned)(unsigned long)letters & 7;
    e.text = letters + 2;
    if (*e.text == 'c') reach_error();
    return 0;
}
