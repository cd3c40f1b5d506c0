// property: unreach-call
// verdict: TRUE
// The transposed of the transposed matrix.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int m[2][2] = {{__VERIFIER_nondet_int(), 2}, {3, __VERIFIER_nondet_int()}}, t[2][2], u[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) t[j][i] = m[i][j];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) u[j][i] = t[i][j];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (u[i][j] != m[i][j]) reach_error();
    if (t[0][1] != 3) reach_error();
    return 0;
}
