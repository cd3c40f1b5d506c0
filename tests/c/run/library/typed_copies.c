// Bytes of one type copied to another, and back.
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *to, const void *from, size_t count);
struct s { short a; int b; };

int main(void) {
    struct s s = {-2, 70000}, t = {0, 0};
    unsigned char bytes[sizeof(struct s)];
    memcpy(bytes, &s, sizeof s);
    if (bytes[0] != 254 || bytes[1] != 255 || bytes[4] != 0x70) return 1;
    bytes[0] = 1;
    bytes[1] = 0;
    memcpy(&t, bytes, sizeof t);
    if (t.a != 1 || t.b != 70000) return 2;
    int words[2] = {1, 2};
    memcpy(&words[0], &s.b, sizeof(int));
    if (words[0] != 70000 || words[1] != 2) return 3;
    return 0;
}
