// property: unreach-call
// verdict: TRUE
// data-model: LP64
// A few bits of an address choose from a table: the table is not where the address leads.
extern void reach_error(void);

struct table { unsigned mask; int values[8]; } table = {7};
int number;

int main(void) {
    unsigned i = (unsigned)((unsigned long)&number >> 2) & table.mask;
    table.values[i] = 3;
    table.values[(unsigned long)&number >> 4 & 7] = 3;
    if (table.values[i] != 3) reach_error();
    return 0;
}
