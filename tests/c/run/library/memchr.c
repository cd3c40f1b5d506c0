// memchr looks at a given number of bytes.
typedef __typeof__(sizeof 0) size_t;
void *memchr(const void *block, int byte, size_t count);

int main(void) {
    char a[5] = {1, 2, 0, 4, (char)200};
    if (memchr(a, 4, 5) != a + 3) return 1;
    if (memchr(a, 4, 3)) return 2;
    if (memchr(a, 0, 5) != a + 2) return 3;
    if (memchr(a, 200, 5) != a + 4 || memchr(a, 256 + 200, 5) != a + 4) return 4;
    return 0;
}
