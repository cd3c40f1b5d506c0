// property: unreach-call
// verdict: FALSE(unreach-call)
// What basename returns is a part of its argument.
extern char *__xpg_basename(char *);
void reach_error(void);

int main(void) {
    char path[] = "a/b";
    char *name = __xpg_basename(path);
    name[0] = 'c';
    if (path[2] != 'b') reach_error();
    return 0;
}
