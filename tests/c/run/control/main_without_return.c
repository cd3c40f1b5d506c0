// The end of main returns zero.
int touched;

int main(void) {
    touched = 5;
    if (touched != 5) return 1;
}
