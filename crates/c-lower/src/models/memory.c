/* Memory: byte by byte. What allocates, copies and fills (malloc, calloc, realloc, free, memcpy, memmove, memset) is
   not here, because the lowering has it. */

typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;

void *malloc(size_t size);
void *realloc(void *memory, size_t size);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);

int memcmp(const void *left, const void *right, size_t size)
{
    const unsigned char *a = left;
    const unsigned char *b = right;
    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i])
            return a[i] - b[i];
    }
    return 0;
}

int bcmp(const void *left, const void *right, size_t size)
{
    return memcmp(left, right, size);
}

void *memchr(const void *memory, int byte, size_t size)
{
    const unsigned char *bytes = memory;
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == (unsigned char)byte)
            return (void *)(bytes + i);
    }
    return 0;
}

void *memrchr(const void *memory, int byte, size_t size)
{
    const unsigned char *bytes = memory;
    for (size_t i = size; i > 0; i--) {
        if (bytes[i - 1] == (unsigned char)byte)
            return (void *)(bytes + (i - 1));
    }
    return 0;
}

void *rawmemchr(const void *memory, int byte)
{
    const unsigned char *bytes = memory;
    size_t i = 0;
    while (bytes[i] != (unsigned char)byte)
        i++;
    return (void *)(bytes + i);
}

void *mempcpy(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
    return (char *)to + size;
}

void bcopy(const void *from, void *to, size_t size)
{
    memmove(to, from, size);
}

void bzero(void *to, size_t size)
{
    memset(to, 0, size);
}

void *memccpy(void *to, const void *from, int byte, size_t size)
{
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t i = 0; i < size; i++) {
        target[i] = source[i];
        if (source[i] == (unsigned char)byte)
            return target + i + 1;
    }
    return 0;
}

void swab(const void *from, void *to, ssize_t size)
{
    const char *source = from;
    char *target = to;
    for (ssize_t i = 0; i + 1 < size; i += 2) {
        char first = source[i];
        target[i] = source[i + 1];
        target[i + 1] = first;
    }
}

void explicit_bzero(void *to, size_t size)
{
    memset(to, 0, size);
}

/* Alignment does not matter: addresses are arbitrary. */
void *aligned_alloc(size_t alignment, size_t size)
{
    return malloc(size);
}

void *memalign(size_t alignment, size_t size)
{
    return malloc(size);
}

void *pvalloc(size_t size)
{
    return malloc(size);
}

int posix_memalign(void **result, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
        return 22;
    void *memory = malloc(size);
    if (memory == 0)
        return 12;
    *result = memory;
    return 0;
}

void *reallocarray(void *memory, size_t count, size_t size)
{
    if (size != 0 && count > (size_t)-1 / size)
        return 0;
    return realloc(memory, count * size);
}
