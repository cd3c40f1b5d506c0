// The lengths of arrays in types are evaluated once, where the type is.
int calls;
int count(int value) {
    calls++;
    return value;
}
int one(int i, int a[i++]) { return i; }
int two(int i, int a[i++][i++]) { return i * 100 + (int)(sizeof(a[0]) / sizeof(int)); }
int pointer(int i, int (*a)[i++]) { return i * 100 + (int)(sizeof(*a) / sizeof(int)); }
int called(int a[count(3)]) { return calls; }
int in_prototype(void (*f)(int a[count(3)])) { return calls; }

int main(void) {
    int buffer[20] = {0};
    if (one(3, buffer) != 4) return 1;
    if (two(3, (void *)buffer) != 503) return 2;
    if (pointer(3, (void *)buffer) != 403) return 3;
    if (called(buffer) != 1) return 4;
    if (in_prototype(0) != 1) return 5;
    int n = 3;
    int (*p)[n] = (void *)buffer;
    if (sizeof(*p++) != 3 * sizeof(int) || (int *)p != buffer + 3) return 6;
    if (sizeof(*(int(*)[n++])buffer) != 3 * sizeof(int) || n != 4) return 7;
    if (sizeof((int(*)[n++])buffer) != sizeof(int *) || n != 4) return 8;
    __typeof__(*(int(*)[n++])buffer) copy;
    if (sizeof copy != 4 * sizeof(int) || n != 5) return 9;
    if (_Alignof(int[n++]) != _Alignof(int) || n != 5) return 10;
    if (__builtin_types_compatible_p(int[n++], char) || n != 5) return 11;
    return 0;
}
