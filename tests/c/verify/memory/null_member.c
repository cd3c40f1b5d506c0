// property: valid-memsafety
// verdict: FALSE(valid-deref)
// A member behind a null pointer.
struct s { int a, b; };
struct s *global;

int main(void) {
    global->b = 3;
    return 0;
}
