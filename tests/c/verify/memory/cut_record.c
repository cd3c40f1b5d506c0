// property: unreach-call
// verdict: TRUE
// Bytes that are set in the middle of a record change two members, and only half of each.
typedef __typeof__(sizeof 0) size_t;
extern void *memset(void *, int, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void reach_error(void);

struct pair {
    int first, second;
};

int main(void) {
    struct pair x = {0x01010101, 0x01010101}, y = {0x02020202, 0x02020202};
    memset((char *)&x + 2, 0, 4);
    if (x.first != 0x0101 || x.second != 0x01010000) reach_error();
    memcpy((char *)&y + 3, &x, 2);
    if (y.first != 0x01020202 || y.second != 0x02020201) reach_error();
    return 0;
}
