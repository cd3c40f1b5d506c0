// Static objects without an initialiser are zero.
int number;
int *pointer;
double fraction;
struct s { int a; char *b; int c[3]; } record;
static int cells[4];

int main(void) {
    static int local;
    static struct s inner;
    if (number || pointer || fraction != 0.0) return 1;
    if (record.a || record.b || record.c[2]) return 2;
    if (cells[0] || cells[3]) return 3;
    if (local || inner.c[1]) return 4;
    return 0;
}
