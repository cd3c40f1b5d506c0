// A dollar sign in names.
int a$b = 3;
int $f(int $x) { return $x + a$b; }

int main(void) {
    return $f(4) - 7;
}
