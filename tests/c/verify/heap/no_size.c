// property: unreach-call
// verdict: FALSE(unreach-call)
// Objects without a size may share an address, and local ones do with gcc.
extern void reach_error(void);
struct nothing {};

int main(void) {
    struct nothing first, second, *pointer = &first;
    if (pointer == &second) reach_error();
    return 0;
}
