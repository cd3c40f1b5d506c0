// property: valid-memsafety
// verdict: FALSE(valid-deref)
// The value of a statement expression points to an object that has ended with it.
int main(void) {
    return *({
        int own = 0;
        &own;
    });
}
