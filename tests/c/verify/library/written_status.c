// property: unreach-call
// verdict: UNKNOWN
// wait4 may store a status, which its second argument leads to.
extern int wait4(int, int *, int, void *);
void reach_error(void);

int main(void) {
    int status = 77;
    wait4(-1, &status, 0, 0);
    if (status != 77) reach_error();
    return 0;
}
