// verdict: TRUE
// Gauss' sum with its invariant given: it is checked, and it is enough.
procedure main(n: int) {
  var i, twice: int;

  assume n >= 0;
  i := 0;
  twice := 0;
  while (i < n)
    invariant 0 <= i && i <= n;
    invariant twice == i * (i + 1);
  {
    i := i + 1;
    twice := twice + 2 * i;
  }
  assert twice == n * (n + 1);
}
