// Values put together from bytes, in little-endian order.
unsigned load(const unsigned char *p) { return p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24; }
void store(unsigned char *p, unsigned x) {
    for (int i = 0; i < 4; i++, x >>= 8) p[i] = x;
}

int main(void) {
    unsigned char b[4];
    store(b, 0xdeadbeefu);
    if (b[0] != 0xef || b[3] != 0xde) return 1;
    if (load(b) != 0xdeadbeefu) return 2;
    unsigned x;
    __builtin_memcpy(&x, b, 4);
    if (x != 0xdeadbeefu) return 3;
    return 0;
}
