// Functions without a result, and results that are thrown away.
int n;
void bump(void) { n++; }
int value(void) { n += 10; return n; }
void nothing(int unused) { (void)unused; }

int main(void) {
    bump();
    (void)value();
    value();
    nothing(value());
    n ? bump() : nothing(0);
    if (n != 32) return 1;
    return 0;
}
