// property: unreach-call
// verdict: FALSE(unreach-call)
// data-model: LP64
// The bytes of a pointer are found out by comparisons and written into another pointer.
#include <string.h>
extern void reach_error(void);

int main(void) {
    int number = 123;
    int *from = &number, *to;
    unsigned char bytes[8], found[8];
    memcpy(bytes, &from, sizeof from);
    for (int i = 0; i < 8; i++) {
        unsigned char guess = 0;
        while (guess != bytes[i]) guess++;
        found[i] = guess;
    }
    memcpy(&to, found, sizeof to);
    *to = 5;
    if (number != 123) reach_error();
    return 0;
}
