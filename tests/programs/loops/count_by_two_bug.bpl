// verdict: FALSE
// Counting by two may jump over the bound.
procedure main(n: int) {
  var i: int;

  i := 0;
  assume n >= 0;
  while (i < n) {
    i := i + 2;
  }
  assert i == n;
}
