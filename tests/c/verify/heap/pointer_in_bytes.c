// property: unreach-call
// verdict: FALSE(unreach-call)
// data-model: LP64
// A pointer that is taken apart and put together again points to the same object, wherever that lies.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned char bytes[sizeof(int *)];

static void put(int *pointer)
{
    unsigned char *from = (unsigned char *)&pointer;
    for (int i = 0; i < (int)sizeof(int *); i++)
        bytes[i] = from[i];
}

static int *get(void)
{
    int *pointer;
    unsigned char *to = (unsigned char *)&pointer;
    for (int i = 0; i < (int)sizeof(int *); i++)
        to[i] = bytes[i];
    return pointer;
}

int main(void)
{
    int value = __VERIFIER_nondet_int();
    put(&value);
    if (*get() == 4711)
        reach_error();
    return 0;
}
