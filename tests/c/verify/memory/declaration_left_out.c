// property: valid-memsafety
// verdict: FALSE(valid-deref)
// execution: not-confirmed
// In the second round nobody has given the pointer a value.
int target;

int main(void) {
    for (int i = 0; i < 2; i++) {
        if (i)
            goto use;
        int *pointer = &target;
    use:
        *pointer = 1;
    }
    return 0;
}
