// property: unreach-call
// verdict: TRUE
// read gives no more bytes than it is asked for, and leaves the rest alone.
typedef __typeof__(sizeof 0) size_t;
extern __typeof__((char *)0 - (char *)0) read(int, void *, size_t);
void reach_error(void);

int main(void) {
    char text[4] = {0, 0, 0, 7};
    int n = (int)read(0, text, 2);
    if (n > 2 || n < -1 || text[3] != 7) reach_error();
    return 0;
}
