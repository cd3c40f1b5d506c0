/* Input from outside of the program, and random numbers: anything that the standard allows. */

int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
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

int _IO_getc(void *stream)
{
    return getchar();
}

int getc_unlocked(void *stream)
{
    return getchar();
}

int getchar_unlocked(void)
{
    return getchar();
}

int fgetc_unlocked(void *stream)
{
    return getchar();
}

/* -1 is an error. */
long time(long *result)
{
    long now = __VERIFIER_nondet_long();
    __VERIFIER_assume(now >= -1);
    if (result != 0)
        *result = now;
    return now;
}

void __VERIFIER_nondet_memory(void *memory, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((char *)memory)[i] = __VERIFIER_nondet_char();
}

/* As many bytes as are there, or -1. */
ssize_t read(int file, void *buffer, size_t size)
{
    ssize_t count = __VERIFIER_nondet_long();
    __VERIFIER_assume(count == -1 || (count >= 0 && (size_t)count <= size));
    for (ssize_t i = 0; i < count; i++)
        ((char *)buffer)[i] = __VERIFIER_nondet_char();
    return count;
}

/* Whole elements, and perhaps a part of the next. */
size_t fread(void *buffer, size_t size, size_t count, void *stream)
{
    size_t done = __VERIFIER_nondet_ulong();
    size_t rest = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(size != 0 && done <= count || done == 0);
    __VERIFIER_assume(done < count && rest < size || rest == 0);
    for (size_t i = 0; i < done * size + rest; i++)
        ((char *)buffer)[i] = __VERIFIER_nondet_char();
    return done;
}

/* A line of any length. */
char *gets(char *buffer)
{
    size_t i = 0;
    int c = getchar();
    if (c == -1)
        return 0;
    while (c != -1 && c != '\n') {
        buffer[i] = (char)c;
        i++;
        c = getchar();
    }
    buffer[i] = 0;
    return buffer;
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

/* A line with its last character, in memory that grows: by how much depends on the rest of the line. */
ssize_t getdelim(char **line, size_t *size, int last, void *stream)
{
    if (*line == 0 || *size == 0) {
        char *new = realloc(*line, 120);
        if (new == 0)
            return -1;
        *line = new;
        *size = 120;
    }
    size_t count = 0;
    int c = getchar();
    if (c == -1)
        return -1;
    while (c != -1) {
        if (count + 2 > *size) {
            size_t more = __VERIFIER_nondet_ulong();
            __VERIFIER_assume(more >= 2 * *size && more <= ((size_t)-1 >> 2));
            char *new = realloc(*line, more);
            if (new == 0)
                return -1;
            *line = new;
            *size = more;
        }
        (*line)[count] = (char)c;
        count++;
        if (c == (unsigned char)last)
            break;
        c = getchar();
    }
    (*line)[count] = 0;
    return (ssize_t)count;
}

ssize_t __getdelim(char **line, size_t *size, int last, void *stream)
{
    return getdelim(line, size, last, stream);
}

ssize_t getline(char **line, size_t *size, void *stream)
{
    return getdelim(line, size, '\n', stream);
}
