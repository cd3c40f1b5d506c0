// property: unreach-call
// verdict: FALSE(unreach-call)
// The bytes between members hold anything after an assignment of the record.
extern void reach_error(void);

struct pair { char small; int large; };

int main(void) {
    struct pair a, b;
    unsigned char *bytes = (unsigned char *)&b;
    for (unsigned i = 0; i < sizeof b; i++) bytes[i] = 0x55;
    a.small = 1;
    a.large = 2;
    b = a;
    if (bytes[1] != 0x55) reach_error();
    return 0;
}
