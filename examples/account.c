// An account that is never overdrawn, whatever the inputs are.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct account {
    int balance;
    unsigned refused;
};

static void withdraw(struct account *account, int amount) {
    if (amount < 0 || amount > account->balance) {
        account->refused++;
        return;
    }
    account->balance -= amount;
}

int main(void) {
    struct account mine = { .balance = 100 };
    while (__VERIFIER_nondet_int()) {
        withdraw(&mine, __VERIFIER_nondet_int());
        if (mine.balance < 0) reach_error();
    }
    return 0;
}
