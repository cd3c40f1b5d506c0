// A heap block takes the type of what is written to it.
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t size);
void free(void *block);

int main(void) {
    void *block = malloc(16);
    if (!block) return 0;
    int result = 0;
    *(long long *)block = 0x0102030405060708ll;
    if (*(unsigned char *)block != 8) result = 1;
    *(short *)block = -1;
    if (((unsigned char *)block)[1] != 255 || ((unsigned char *)block)[2] != 6) result = 2;
    *((double *)block + 1) = 0.75;
    if (((double *)block)[1] != 0.75) result = 3;
    free(block);
    return result;
}
