// property: unreach-call
// verdict: FALSE(unreach-call)
// data-model: LP64
// NULL that is moved by an address points to the object.
extern void reach_error(void);

int main(void) {
    int number = 1, other[2] = {1, 1};
    char *nothing = 0;
    char *p = (char *)0 + (unsigned long)&number;
    int *q = &((int *)0)[(unsigned long)other / sizeof(int)];
    *p = 5;
    *q = 5;
    *(nothing + (unsigned long)&other[1]) = 5;
    if (number == 5 && other[0] == 5 && other[1] == 5) reach_error();
    return 0;
}
