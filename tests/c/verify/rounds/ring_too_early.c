// property: unreach-call
// verdict: FALSE(unreach-call)
// Leader election in a ring (LeLann, Chang, Roberts), in rounds without end: who hears a larger number passes it on, who hears
// its own is the leader. It is claimed to be there one round too early.
extern signed char __VERIFIER_nondet_char(void);
extern void reach_error(void);

signed char id1, id2, id3;
signed char send1, send2, send3;
_Bool leads1, leads2, leads3;

void hear(signed char message, signed char id, signed char *send, _Bool *leads) {
    if (message > id) {
        *send = message;
    } else if (message == id) {
        *leads = 1;
    }
}

int main(void) {
    unsigned char round = 0;
    id1 = __VERIFIER_nondet_char();
    id2 = __VERIFIER_nondet_char();
    id3 = __VERIFIER_nondet_char();
    if (id1 == id2 || id2 == id3 || id3 == id1) return 0;
    send1 = id1;
    send2 = id2;
    send3 = id3;
    while (1) {
        signed char from1 = send1, from2 = send2, from3 = send3;
        hear(from3, id1, &send1, &leads1);
        hear(from1, id2, &send2, &leads2);
        hear(from2, id3, &send3, &leads3);
        if (round < 3) round++;
        if (leads1 + leads2 + leads3 > 1) reach_error();
        if (round == 2 && !leads1 && !leads2 && !leads3) reach_error();
    }
}
