/* Arrays: sorting by insertion, which keeps the order of equal elements, and search by bisection. */

static void exchange(char *a, char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *elements = array;
    for (size_t sorted = 1; sorted < count; sorted++) {
        size_t place = sorted;
        while (place > 0 && compare(elements + (place - 1) * size, elements + place * size) > 0) {
            exchange(elements + (place - 1) * size, elements + place * size, size);
            place--;
        }
    }
}

void *bsearch(const void *key, const void *array, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const void *element = (const char *)array + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}
