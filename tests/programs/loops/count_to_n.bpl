// verdict: TRUE
// Counting up to a symbolic bound ends exactly there.
procedure main(n: int) {
  var i: int;

  assume i <= n;
  while (i < n) {
    i := i + 1;
  }
  assert i == n;
}
