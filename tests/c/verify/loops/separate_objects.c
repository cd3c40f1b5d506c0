// property: unreach-call
// verdict: TRUE
// data-model: ILP32
// Which address an object has is open, but two objects never share one. The loops keep traces from getting there.
extern void reach_error(void);

char first[200000], second[200000];
int table[20000];

int main(void) {
    for (int i = 0; i < 20000; i++) table[i] = i % 7;
    int sum = 0;
    for (int i = 0; i < 20000; i++) sum += table[i];
    for (int i = 0; i < 4; i++)
        if (sum > 59000 && (unsigned long)(first + (i << 15)) == (unsigned long)second) reach_error();
    return 0;
}
