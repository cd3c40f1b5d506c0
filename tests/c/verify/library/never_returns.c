// property: unreach-call
// verdict: UNKNOWN(over-approximation: `execl` may never return)
// What follows another program is only reached if that cannot be executed.
extern int execl(const char *, const char *, ...);
void reach_error(void);

int main(void) {
    execl("/bin/true", "true", (char *)0);
    reach_error();
    return 0;
}
