// property: valid-memsafety
// verdict: FALSE(valid-deref)
// execution: not-confirmed
// All that a loop gets from alloca ends with the function, not only the last piece.
extern void *alloca(unsigned long);


int *kept[3];

void fill(int count) {
    for (int i = 0; i < count; i++) {
        kept[i] = alloca(sizeof(int));
        *kept[i] = i;
    }
}

int main(void) {
    fill(3);
    return *kept[1];
}
