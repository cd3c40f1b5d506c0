// A union is as large and as aligned as its largest member.
union a { char c; int i; char text[5]; };
union b { char c[3]; short s; };
struct s { char c; union a u; };

int main(void) {
    if (sizeof(union a) != 8) return 1;
    if (sizeof(union b) != 4) return 2;
    if (sizeof(struct s) != 12 || __builtin_offsetof(struct s, u) != 4) return 3;
    union a u;
    if ((void *)&u.c != (void *)&u.i) return 4;
    return 0;
}
