// property: valid-memsafety
// verdict: FALSE(valid-deref)
// execution: not-confirmed
// A case that leaves out a declaration finds no value.
int target;

int main(void) {
    for (int i = 0; i < 2; i++)
        switch (i) {
        case 0:;
            int *pointer = &target;
            *pointer = 1;
            break;
        default:
            *pointer = 2;
        }
    return 0;
}
