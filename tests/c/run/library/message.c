/* A message without a status does not end the program. */
void error(int, int, const char *, ...);

int main(void)
{
    int x = 3;
    error(0, 0, "x is %d", x);
    return x - 3;
}
