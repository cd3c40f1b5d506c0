// Bit-fields of a packed record at two places in objects, so that they overlap in parts.
struct bits {
    char first : 6;
    unsigned second : 28;
    signed char third : 8;
} __attribute__((packed));

struct holder {
    char before;
    struct bits bits;
};

static struct bits pair[2] = {{1, 2, 3}, {4, 5, 6}};
static struct holder held = {7, {8, 9, 10}};

int main(void)
{
    struct bits *chosen = &pair[0];
    if (pair[1].second == 5)
        chosen = &held.bits;
    pair[0] = *chosen;
    chosen->third = -1;
    if (pair[0].first != 8 || pair[0].second != 9 || pair[0].third != 10)
        return 1;
    return held.bits.third == -1 && held.bits.second == 9 && held.before == 7 ? 0 : 2;
}
