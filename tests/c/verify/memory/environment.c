// property: valid-deref
// verdict: UNKNOWN
// Memory of other code may be alive.
extern char **environ;

int main(void) {
    if (environ && environ[0]) return environ[0][0];
    return 0;
}
