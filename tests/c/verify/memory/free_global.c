// property: valid-memsafety
// verdict: FALSE(valid-free)
// A global array is freed.
extern void free(void *);
int cells[4];

int main(void) {
    free(cells);
    return 0;
}
