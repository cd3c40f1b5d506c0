// Packed structs have no padding; members may be unaligned.
struct __attribute__((packed)) wire { char kind; int length; short check; };
struct half { char c; int i __attribute__((packed)); long long l; };

int main(void) {
    if (sizeof(struct wire) != 7) return 1;
    if (__builtin_offsetof(struct wire, length) != 1) return 2;
    struct wire w = {1, 0x12345678, -2};
    if (w.length != 0x12345678 || w.check != -2) return 3;
    w.length = -1;
    if (w.kind != 1 || w.check != -2 || w.length != -1) return 4;
    unsigned char *bytes = (unsigned char *)&w;
    if (bytes[1] != 255 || bytes[5] != 254 || bytes[6] != 255) return 5;
    if (__builtin_offsetof(struct half, i) != 1 || __builtin_offsetof(struct half, l) != 8) return 6;
    return 0;
}
