// __auto_type takes the type of the initialiser.
int main(void) {
    __auto_type a = 5;
    __auto_type b = 5000000000ll;
    __auto_type c = (unsigned char)7;
    __auto_type p = &a;
    if (sizeof a != 4 || sizeof b != 8 || sizeof c != 1) return 1;
    c = 300;
    if (c != 44) return 2;
    *p = 6;
    if (a != 6) return 3;
    __auto_type d = 0.5;
    if (d * 2 != 1.0) return 4;
    return 0;
}
