// property: unreach-call
// verdict: FALSE(unreach-call)
// The violation comes after so many rounds that no trace gets there.
extern void reach_error(void);

int table[20000];

int main(void) {
    for (int i = 0; i < 20000; i++) table[i] = i % 7;
    int sum = 0;
    for (int i = 0; i < 20000; i++) sum += table[i];
    if (sum > 59000) reach_error();
    return 0;
}
