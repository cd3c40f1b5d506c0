// property: unreach-call
// verdict: FALSE(unreach-call)
// Pointers are compared as numbers, as some tools print it. Equality needs no address, so the violation is no guess.
extern void reach_error(void);
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);

struct pair {
  int *first, *second;
};

int main(void) {
  int x = 0, y = 0;
  struct pair *p = malloc(sizeof *p);
  if ((unsigned long)p == (unsigned long)((void *)0))
    return 0;
  p->first = &x;
  p->second = __VERIFIER_nondet_int() ? &x : &y;
  if ((unsigned long)p->first != (unsigned long)&x || 0L == (long)p->second)
    return 1;
  if ((unsigned long)p->first == (unsigned long)p->second)
    reach_error();
  return 0;
}
