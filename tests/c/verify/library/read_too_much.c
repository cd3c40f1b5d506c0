// property: valid-memsafety
// verdict: FALSE(valid-deref)
// read may write as many bytes as it is asked for.
typedef __typeof__(sizeof 0) size_t;
extern __typeof__((char *)0 - (char *)0) read(int, void *, size_t);

int main(void) {
    char text[2];
    read(0, text, 3);
    return 0;
}
