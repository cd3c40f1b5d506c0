// property: valid-memsafety
// verdict: TRUE
// What was not declared yet when the function returned does not end anything else.
extern void *malloc(unsigned long);
extern void free(void *);

int *kept;

int use(int is_short) {
    if (is_short)
        return 1;
    int own = 2;
    kept = &own;
    return *kept;
}

int main(void) {
    int *number = malloc(sizeof(int));
    use(1);
    *number = 1;
    use(0);
    use(1);
    *number = 2;
    free(number);
    return 0;
}
