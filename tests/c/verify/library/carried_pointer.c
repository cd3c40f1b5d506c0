// property: unreach-call
// verdict: FALSE(unreach-call)
// A number that is an address leads ioctl to the variable.
extern int ioctl(int, unsigned long, ...);
extern int pipe(int *);
extern __typeof__((char *)0 - (char *)0) write(int, const void *, __typeof__(sizeof 0));
void reach_error(void);

int main(void) {
    int ends[2], waiting = -1;
    if (pipe(ends) != 0) return 0;
    write(ends[1], "ab", 2);
    ioctl(ends[0], 0x541b, (unsigned long)&waiting);
    if (waiting != -1) reach_error();
    return 0;
}
