// property: valid-memsafety
// verdict: TRUE
// What a loop gets from alloca lives until the function returns.
extern void *alloca(unsigned long);


int sum(int count) {
    int result = 0;
    int *before = 0;
    for (int i = 0; i < count; i++) {
        int *here = alloca(sizeof(int));
        *here = i;
        if (before)
            result += *before;
        before = here;
    }
    return result;
}

int main(void) {
    sum(3);
    return sum(2);
}
