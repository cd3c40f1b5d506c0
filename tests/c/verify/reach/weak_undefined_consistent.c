// property: unreach-call
// verdict: TRUE
// A weak symbol has an address or none, everywhere.
void reach_error(void);
extern int helper(void) __attribute__((weak));
extern int value __attribute__((weak));
int (*kept)(void) = helper;
int *address = &value;

int main(void) {
    if ((helper == 0) != (kept == 0)) reach_error();
    if ((&value == 0) != (address == 0)) reach_error();
    if (address) {
        value = 3;
        if (*address != 3) reach_error();
    }
    return 0;
}
