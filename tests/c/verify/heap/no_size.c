// property: unreach-call
// verdict: FALSE(unreach-call)
// Objects without a size may share an address, and with gcc they do.
extern void reach_error(void);
struct nothing {};
struct nothing first, second;

int main(void) {
    struct nothing *pointer = &first;
    if (pointer == &second) reach_error();
    return 0;
}
