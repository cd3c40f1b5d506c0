// property: unreach-call
// verdict: TRUE
// data-model: LP64
// A number that lies between the addresses of an object is a pointer to this object.
extern void reach_error(void);

int numbers[4] = { 1, 2, 3, 4 };

int main(void) {
    unsigned long address = (unsigned long)numbers;
    address += 3 * sizeof(int);
    address -= sizeof(int);
    if (*(int *)address != 3) reach_error();
    return 0;
}
