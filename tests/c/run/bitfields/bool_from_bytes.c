// A `_Bool` bit-field is its own bit, whatever the bits beside it are.
typedef unsigned char byte;
union flags {
    struct {
        _Bool a : 1, b : 1;
        unsigned middle : 3;
        _Bool c : 1;
    } f;
    byte raw[4];
};
struct __attribute__((packed)) packet {
    byte kind : 3;
    _Bool a : 1;
    unsigned short length : 9;
    _Bool b : 1;
};

int main(void) {
    for (unsigned v = 0; v < 64; v += 3) {
        union flags u = {.raw = {v}};
        if (u.f.a != (v & 1)) return 1;
        if (u.f.b != (v >> 1 & 1)) return 2;
        if (u.f.c != (v >> 5 & 1)) return 3;
        u.f.b = v;
        if (u.raw[0] != ((v & ~2u) | (v ? 2 : 0))) return 4;
        byte bytes[sizeof(struct packet)] = {v * 3, v * 5};
        struct packet p = *(struct packet *)bytes;
        if (p.a != (bytes[0] >> 3 & 1)) return 5;
        if (p.b != (bytes[1] >> 5 & 1)) return 6;
    }
    return 0;
}
