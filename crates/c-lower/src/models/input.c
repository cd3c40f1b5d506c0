/* Input from outside of the program, and random numbers: anything that the standard allows. */

int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int condition);

int rand(void)
{
    int number = __VERIFIER_nondet_int();
    __VERIFIER_assume(number >= 0);
    return number;
}

long random(void)
{
    long number = __VERIFIER_nondet_long();
    __VERIFIER_assume(number >= 0 && number <= 2147483647);
    return number;
}

/* A byte, or -1 at the end of the input. */
int getchar(void)
{
    int c = __VERIFIER_nondet_int();
    __VERIFIER_assume(c >= -1 && c <= 255);
    return c;
}

int fgetc(void *stream)
{
    return getchar();
}

int getc(void *stream)
{
    return getchar();
}

/* A line, or what fits into the buffer; nothing at the end of the input. */
char *fgets(char *buffer, int size, void *stream)
{
    int i = 0;
    while (i < size - 1) {
        int c = getchar();
        if (c == -1)
            break;
        buffer[i] = (char)c;
        i++;
        if (c == '\n')
            break;
    }
    if (i == 0 && size != 1)
        return 0;
    buffer[i] = 0;
    return buffer;
}
