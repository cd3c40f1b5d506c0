// property: unreach-call
// verdict: TRUE
// A pointer from elsewhere does not point to memory that is allocated later, even if its address is passed out then.
extern void reach_error(void);
void *malloc(unsigned long);
extern int *give(void);
extern void take(int *);

int main(void) {
    int *foreign = give();
    int *own = malloc(sizeof(int));
    *own = 1;
    take(own);
    *foreign = 2;
    if (*own != 1) reach_error();
    return 0;
}
