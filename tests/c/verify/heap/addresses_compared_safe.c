// property: unreach-call
// verdict: TRUE
// Pointers are compared as numbers; the distance of an element was a pointer's number once.
extern void reach_error(void);
extern void *malloc(unsigned long);

struct cell {
  struct cell *next;
  long number;
};

int main(void) {
  int table[4] = {1, 2, 3, 4};
  struct cell *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if ((unsigned long)a == 0UL || (unsigned long)b == 0UL)
    return 0;
  a->next = b;
  b->next = (struct cell *)0;
  a->number = (long)a->next - (long)b;
  if ((unsigned long)a->next == (unsigned long)a)
    reach_error();
  if ((unsigned long)b->next != (unsigned long)((void *)0))
    reach_error();
  if (*(table + a->number) != 1)
    reach_error();
  table[a->number + 1] = 7;
  if (table[1] != 7 || a->next != b)
    reach_error();
  return 0;
}
