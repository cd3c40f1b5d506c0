// property: unreach-call
// verdict: TRUE
// What a loop stores in all elements of an array, another loop finds there.
extern void reach_error(void);

int values[100000], copies[100000];

int main(void) {
    for (int i = 0; i < 100000; i++) values[i] = 42;
    for (int i = 0; i < 100000; i++) copies[i] = values[i];
    for (int i = 0; i < 100000; i++)
        if (copies[i] != 42) reach_error();
    return 0;
}
